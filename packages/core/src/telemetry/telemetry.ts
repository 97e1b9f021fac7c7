/** Tells a file or a collector what happens in a session, when the user has turned that on. */
import { EventExporter, type DeliverBatch } from './eventExporter.js';
import { deliverToFile } from './fileDelivery.js';
import { deliverToCollector } from './otlpDelivery.js';
import type {
  ApiErrorAttributes,
  ApiRequestAttributes,
  ApiResponseAttributes,
  AttributeValue,
  ChatCompressionAttributes,
  TelemetryEvent,
  ToolCallAttributes,
} from './telemetryEvents.js';
import type { TelemetrySettings } from './telemetrySettings.js';

export interface TelemetryOptions {
  /** As `resolveTelemetrySettings` returns them. */
  settings: TelemetrySettings;
  sessionId: string;
  /** Version of the program. */
  version: string;
  onWarning?(message: string): void;
}

/** Every method returns at once; with telemetry off it does nothing. */
export class Telemetry {
  private readonly exporter: EventExporter | undefined;

  constructor(private readonly options: TelemetryOptions) {
    const deliver = deliveryOf(options);
    this.exporter = deliver && new EventExporter({ deliver, onFailure: options.onWarning });
  }

  /** Whether anybody is told. */
  get enabled(): boolean {
    return this.exporter !== undefined;
  }

  /** Not for attempts that had nothing to do. */
  logChatCompression(attributes: ChatCompressionAttributes): void {
    this.log('chat_compression', attributes);
  }

  logApiRequest(attributes: ApiRequestAttributes): void {
    this.log('api_request', { ...attributes });
  }

  logApiResponse(attributes: ApiResponseAttributes): void {
    this.log('api_response', { ...attributes });
  }

  logApiError(attributes: ApiErrorAttributes): void {
    this.log('api_error', { ...attributes });
  }

  logToolCall({ function_args, ...attributes }: ToolCallAttributes): void {
    const { logPrompts } = this.options.settings;
    this.log('tool_call', logPrompts ? { ...attributes, function_args: JSON.stringify(function_args) } : attributes);
  }

  /** Delivers what waits; takes no longer than a few seconds. */
  async close(): Promise<void> {
    await this.exporter?.close();
  }

  private log(name: string, attributes: Record<string, AttributeValue | undefined>): void {
    const event: TelemetryEvent = {
      'event.name': `qwen-code.${name}`,
      'event.timestamp': new Date().toISOString(),
      'session.id': this.options.sessionId,
      ...attributes,
    };
    this.exporter?.add(event);
  }
}

function deliveryOf({ settings, version, onWarning }: TelemetryOptions): DeliverBatch | undefined {
  if (!settings.enabled) return undefined;
  if (settings.outfile) return deliverToFile(settings.outfile);
  if (!settings.otlpEndpoint) {
    onWarning?.('Telemetry is on but has no destination: set telemetry.outfile or telemetry.otlpEndpoint.');
    return undefined;
  }
  if (settings.otlpProtocol === 'grpc') {
    onWarning?.('telemetry.otlpProtocol "grpc" is not supported: "http" is used.');
  }
  return deliverToCollector({ endpoint: settings.otlpEndpoint, serviceVersion: version });
}
