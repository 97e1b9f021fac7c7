/** Sends events as OTLP/HTTP log records in their JSON encoding (opentelemetry.io/docs/specs/otlp). */
import type { DeliverBatch } from './eventExporter.js';
import type { AttributeValue, TelemetryEvent } from './telemetryEvents.js';

const SEVERITY_INFO = 9;

interface KeyValue {
  key: string;
  value: { stringValue: string } | { boolValue: boolean } | { intValue: string } | { doubleValue: number };
}

export interface OtlpTarget {
  /** Base URL; `/v1/logs` is appended unless it is there. */
  endpoint: string;
  serviceVersion: string;
}

/** @throws (when delivering) for a status other than 2xx and for network failures. */
export function deliverToCollector({ endpoint, serviceVersion }: OtlpTarget): DeliverBatch {
  const url = logsUrl(endpoint);
  const resource = { attributes: attributesOf({ 'service.name': 'qwen-code', 'service.version': serviceVersion }) };
  return async (events, signal) => {
    const scopeLogs = [{ scope: { name: 'qwen-code' }, logRecords: events.map(logRecord) }];
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs }] }),
      signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`${url} answered with status ${response.status}`);
  };
}

function logsUrl(endpoint: string): string {
  const base = endpoint.replace(/\/+$/, '');
  return base.endsWith('/v1/logs') ? base : `${base}/v1/logs`;
}

function logRecord(event: TelemetryEvent): object {
  return {
    timeUnixNano: `${Date.parse(event['event.timestamp'])}000000`,
    severityNumber: SEVERITY_INFO,
    severityText: 'INFO',
    body: { stringValue: event['event.name'] },
    attributes: attributesOf(event),
  };
}

function attributesOf(attributes: Record<string, AttributeValue | undefined>): KeyValue[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: valueOf(value) }],
  );
}

function valueOf(value: AttributeValue): KeyValue['value'] {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
