/** What a person can do about a failure of the model, in the commands of the terminal. */
import type { ProviderErrorKind, StructuredError } from '@qwen-code/qwen-code-core';

const LESS_CONTEXT = '/compress makes room, /rewind takes back the last prompts, /clear begins anew.';

const ADVICE: Readonly<Partial<Record<ProviderErrorKind, string>>> = {
  auth: '/auth sets the key anew.',
  quota: 'Add credit at the provider, or choose another model with /model.',
  'not-found': '/model chooses another model, /auth another address.',
  'rate-limit': 'Send again later, or choose another model with /model.',
  overloaded: 'Send again later, or choose another model with /model.',
  'context-overflow': LESS_CONTEXT,
  'output-overflow': LESS_CONTEXT,
  'payload-too-large': LESS_CONTEXT,
  'request-too-large-for-tier': LESS_CONTEXT,
  'image-limit': '/rewind takes back the prompt that the image came with.',
};

/** The provider's own words, and what to do next where that is known. */
export function errorText({ message, kind }: StructuredError): string {
  const advice = ADVICE[kind as ProviderErrorKind];
  return advice === undefined ? message : `${message}\n${advice}`;
}
