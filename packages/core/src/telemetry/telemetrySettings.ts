/** The setting `telemetry`, and the environment variables that override it. */

export interface TelemetrySettings {
  /** Default false: nothing is gathered for export and nothing leaves the process. */
  enabled?: boolean;
  target?: 'local' | 'gcp';
  /** Base URL of an OTLP/HTTP collector, such as `http://localhost:4318`. */
  otlpEndpoint?: string;
  /** Only `http` is supported. */
  otlpProtocol?: 'grpc' | 'http';
  /** Include arguments of tool calls. Default false. */
  logPrompts?: boolean;
  /** Events are appended to this file as JSON lines; takes the place of the collector. */
  outfile?: string;
}

/** `QWEN_TELEMETRY_ENABLED`, `_OTLP_ENDPOINT`, `_OTLP_PROTOCOL`, `_LOG_PROMPTS`, `_OUTFILE` win over the settings. */
export function resolveTelemetrySettings(
  settings: TelemetrySettings = {},
  env: Readonly<Record<string, string | undefined>> = process.env,
): TelemetrySettings {
  const protocol = env['QWEN_TELEMETRY_OTLP_PROTOCOL'];
  return {
    ...settings,
    enabled: switchOf(env['QWEN_TELEMETRY_ENABLED']) ?? settings.enabled ?? false,
    otlpEndpoint: env['QWEN_TELEMETRY_OTLP_ENDPOINT'] || settings.otlpEndpoint,
    otlpProtocol: protocol === 'grpc' || protocol === 'http' ? protocol : settings.otlpProtocol,
    logPrompts: switchOf(env['QWEN_TELEMETRY_LOG_PROMPTS']) ?? settings.logPrompts ?? false,
    outfile: env['QWEN_TELEMETRY_OUTFILE'] || settings.outfile,
  };
}

function switchOf(value: string | undefined): boolean | undefined {
  if (value === undefined || value === '') return undefined;
  return value === '1' || value.toLowerCase() === 'true';
}
