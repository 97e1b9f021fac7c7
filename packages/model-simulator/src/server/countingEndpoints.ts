/** Endpoints that count tokens or embed text. */
import { createHash } from 'node:crypto';
import { anthropicDialect } from '../dialects/anthropic/index.js';
import type { Dialect, WireResponse } from '../dialects/dialect.js';
import { geminiDialect } from '../dialects/gemini/index.js';
import { asList, asObject, asObjects, asString, isObject } from '../json.js';
import type { JsonObject } from '../request.js';
import { promptTokens } from '../tokens/promptTokens.js';
import type { GenerationContext } from './generation.js';

/** Answers a counting or embedding request; `undefined` when the path is none. */
export function answerCounting(path: string, body: JsonObject, context: GenerationContext): WireResponse | undefined {
  if (path.endsWith('/v1/messages/count_tokens')) {
    return ok({ input_tokens: count(anthropicDialect, body, path, context) });
  }
  if (path.endsWith(':countTokens')) {
    const whole = isObject(body['generateContentRequest']) ? body['generateContentRequest'] : body;
    const total = count(geminiDialect, whole, path, context);
    return ok({ totalTokens: total, promptTokensDetails: [{ modality: 'TEXT', tokenCount: total }] });
  }
  if (path.endsWith('/embeddings')) return openAiEmbeddings(body, context);
  if (path.endsWith(':batchEmbedContents')) {
    const requests = asObjects(body['requests']);
    return ok({ embeddings: requests.map((request) => ({ values: embed(contentText(request['content'])) })) });
  }
  if (path.endsWith(':embedContent')) return ok({ embedding: { values: embed(contentText(body['content'])) } });
  return undefined;
}

function ok(body: JsonObject): WireResponse {
  return { status: 200, body };
}

function count(dialect: Dialect, body: JsonObject, path: string, { tokenizer, options }: GenerationContext): number {
  const layout = { toolsFirst: dialect.name === 'anthropic', imageTokens: options.imageTokens };
  return promptTokens(dialect.parse(body, path), tokenizer, layout).total;
}

function openAiEmbeddings(body: JsonObject, { tokenizer }: GenerationContext): WireResponse {
  const inputs = typeof body['input'] === 'string' ? [body['input']] : asList(body['input']).map(asString);
  const tokens = inputs.reduce((sum, input) => sum + tokenizer.encode(input).length, 0);
  const encoded = (values: number[]): number[] | string =>
    body['encoding_format'] === 'base64' ? Buffer.from(Float32Array.from(values).buffer).toString('base64') : values;
  return ok({
    object: 'list',
    data: inputs.map((input, index) => ({ object: 'embedding', index, embedding: encoded(embed(input)) })),
    model: asString(body['model']),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

function contentText(content: unknown): string {
  return asObjects(asObject(content)['parts'])
    .map((part) => asString(part['text']))
    .join('');
}

/** A unit vector of 8 numbers that depends on the text alone. */
function embed(text: string): number[] {
  const bytes = createHash('sha256').update(text).digest();
  const raw = Array.from({ length: 8 }, (_unused, index) => bytes.readInt32BE(index * 4) / 2 ** 31);
  const length = Math.hypot(...raw) || 1;
  return raw.map((value) => value / length);
}
