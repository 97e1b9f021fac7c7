/** What the simulator remembers of every request. */
import type { SimulatedUsage } from './reply.js';
import type { DialectName, JsonObject, SimulatedRequestContent } from './request.js';
import type { Violation } from './validation/violation.js';

export interface RecordedResponse {
  /** `undefined` when the connection was dropped or stalled before headers. */
  status?: number;
  finishReason?: string;
  usage?: SimulatedUsage;
  /** Text of the answer, or of the refusal. */
  text?: string;
  /** The whole response was handed to the client. */
  complete: boolean;
}

/** One request to the model: answered, refused or dropped. */
export interface RecordedRequest {
  /** Position among the model requests, from 0. */
  index: number;
  dialect: DialectName;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Parsed body; `{}` when it was no JSON object or not read. */
  body: JsonObject;
  /** The bytes that came, as text. */
  bodyText: string;
  bodyBytes: number;
  /** Dialect-neutral view of the body; `undefined` when it could not be parsed. */
  content?: SimulatedRequestContent;
  promptTokens: number;
  cachedTokens: number;
  /** Larger than the window by the rule in force (see `enforceWindow`). */
  oversized: boolean;
  violations: Violation[];
  response: RecordedResponse;
}

/** Any other request: model lists, server properties, token counts, embeddings, unknown paths. */
export interface RecordedProbe {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: JsonObject;
  status: number;
}

export class RequestLog {
  readonly requests: RecordedRequest[] = [];
  readonly probes: RecordedProbe[] = [];
  private readonly waiting = new Set<() => void>();

  add(request: RecordedRequest): void {
    this.requests.push(request);
    for (const check of this.waiting) check();
  }

  /** Resolves with the first `count` requests as soon as so many have arrived. */
  async waitForRequests(count: number): Promise<RecordedRequest[]> {
    while (this.requests.length < count) {
      await new Promise<void>((resolve) => {
        const check = (): void => {
          this.waiting.delete(check);
          resolve();
        };
        this.waiting.add(check);
      });
    }
    return this.requests.slice(0, count);
  }

  /** Requests that were answered with an HTTP error. */
  rejected(): RecordedRequest[] {
    return this.requests.filter(({ response }) => (response.status ?? 0) >= 400);
  }

  /** Requests that did not fit the window. */
  oversized(): RecordedRequest[] {
    return this.requests.filter((request) => request.oversized);
  }

  /** Oversized requests that had been sent before, byte for byte. */
  repeatedOversized(): RecordedRequest[] {
    const seen = new Set<string>();
    return this.oversized().filter(({ bodyText }) => seen.size === seen.add(bodyText).size);
  }

  /** Everything that was wrong with the form of any request. */
  violations(): Violation[] {
    return this.requests.flatMap((request) => request.violations);
  }

  /** Share of all prompt tokens that came from the prefix cache, 0 to 1, over the accepted requests from `first` on. */
  cachedShare(first = 0): number {
    const accepted = this.requests.slice(first).filter(({ response }) => response.status === 200);
    const prompt = accepted.reduce((sum, request) => sum + request.promptTokens, 0);
    return prompt === 0 ? 0 : accepted.reduce((sum, request) => sum + request.cachedTokens, 0) / prompt;
  }
}
