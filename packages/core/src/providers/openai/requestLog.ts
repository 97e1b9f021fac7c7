/** Keeps each exchange with the server as a file, for people who look into what was sent (`--openai-logging`). */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { GenerateContentResponse } from '../../types.js';
import type { ContentGeneratorConfig } from '../contentGenerator.js';
import type { WireRequest } from './wire.js';

export interface Exchange {
  /** The body as sent; keys go in headers and are not kept. */
  request: WireRequest;
  responses: GenerateContentResponse[];
  error?: unknown;
}

/** Writes exchanges where the configuration says, or nowhere when it does not ask for them. */
export class RequestLog {
  private readonly directory: string | undefined;
  private hasFailed = false;

  constructor({
    enableOpenAILogging,
    openAILoggingDir,
  }: Pick<ContentGeneratorConfig, 'enableOpenAILogging' | 'openAILoggingDir'>) {
    this.directory = enableOpenAILogging ? path.resolve(openAILoggingDir || path.join('logs', 'openai')) : undefined;
  }

  /** One attempt at a request and what came of it. A log that cannot be written is reported once and stops nothing. */
  async write({ request, responses, error }: Exchange): Promise<void> {
    if (this.directory === undefined) return;
    const timestamp = new Date().toISOString();
    const name = `openai-${timestamp.replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.json`;
    const entry = { timestamp, request, responses, ...(error === undefined ? {} : { error: describe(error) }) };
    try {
      await mkdir(this.directory, { recursive: true });
      await writeFile(path.join(this.directory, name), JSON.stringify(entry, null, 2), { mode: 0o600 });
    } catch (reason) {
      if (!this.hasFailed)
        process.emitWarning(`The log of requests cannot be written to ${this.directory}: ${String(reason)}`);
      this.hasFailed = true;
    }
  }
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, ...('details' in error ? { details: error.details } : {}) };
}
