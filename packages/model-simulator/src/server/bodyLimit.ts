import type { Dialect, WireResponse } from '../dialects/dialect.js';
import { providerErrors } from '../errors/catalogue.js';
import type { SimulatorOptions } from '../options.js';
import type { DialectName } from '../request.js';

/** Anthropic's limit on the body of a message request. */
const ANTHROPIC_BODY_BYTES = 32 * 1_024 * 1_024;

/** Largest body in bytes. */
export function bodyLimit(options: SimulatorOptions, dialect: DialectName | undefined): number {
  return options.quirks?.maxBodyBytes ?? (dialect === 'anthropic' ? ANTHROPIC_BODY_BYTES : Infinity);
}

/** The 413 for a body above the limit, in the variant that was asked for. */
export function bodyLimitRefusal(options: SimulatorOptions, dialect: Dialect): WireResponse {
  switch (options.quirks?.bodyLimitResponse ?? 'json') {
    case 'none':
      return { status: 413, body: null };
    case 'html':
      return {
        status: 413,
        body: providerErrors['nginx-bytes'].body({ window: 0, prompt: 0, output: 0, tools: 0, limit: 0, model: '' }),
      };
    case 'json':
      return dialect.error(413, 'Request exceeds the maximum size', { type: 'request_too_large' });
  }
}
