/** The models that `modelProviders` of the settings lists. */
import type { ContentGeneratorConfig } from '@qwen-code/qwen-code-core';
import { AUTH_TYPES, type AuthTypeName } from '../choices.js';
import { FatalConfigError } from '../errors.js';
import type { Settings } from '../settings/schema.js';
import { nearestName } from '../utils/nearestName.js';

export interface ModelEntry {
  authType: AuthTypeName;
  id: string;
  name?: string;
  description?: string;
  /** The variable that holds the key. */
  envKey?: string;
  baseUrl?: string;
  generationConfig?: Record<string, unknown>;
}

/** In the order of the settings. @throws FatalConfigError naming the entry that cannot be used. */
export function modelEntries(providers: Record<string, unknown> | undefined): ModelEntry[] {
  return Object.entries(providers ?? {}).flatMap(([authType, models]) => {
    const type = AUTH_TYPES.find((known) => known === authType);
    if (!type) {
      const meant = nearestName(authType, AUTH_TYPES);
      throw new FatalConfigError(
        `"modelProviders.${authType}" is no provider type${meant ? `; did you mean "${meant}"?` : `: ${AUTH_TYPES.join(', ')}.`}`,
      );
    }
    if (!Array.isArray(models)) throw new FatalConfigError(`"modelProviders.${authType}" must be a list of models.`);
    return models.map((model: unknown, index) => toEntry(type, model, `modelProviders.${authType}[${index}]`));
  });
}

function toEntry(authType: AuthTypeName, raw: unknown, place: string): ModelEntry {
  if (typeof raw !== 'object' || raw === null) throw new FatalConfigError(`"${place}" must be an object with an "id".`);
  const { id, generationConfig } = raw as Partial<ModelEntry>;
  if (typeof id !== 'string' || id === '')
    throw new FatalConfigError(`"${place}.id" must be the model's name as the provider knows it.`);
  for (const key of ['name', 'description', 'envKey', 'baseUrl'] as const) {
    const value = (raw as Record<string, unknown>)[key];
    if (value !== undefined && typeof value !== 'string')
      throw new FatalConfigError(`"${place}.${key}" must be a text.`);
  }
  if (generationConfig !== undefined && (typeof generationConfig !== 'object' || generationConfig === null))
    throw new FatalConfigError(`"${place}.generationConfig" must be an object.`);
  return { ...(raw as ModelEntry), authType };
}

/**
 * The entry for a model that the server in use offers, made like the one of the model in use.
 *
 * @returns `undefined` when the model has an entry already, or the model in use has none
 */
export function entryOnServer(
  settings: Settings,
  inUse: ContentGeneratorConfig,
  model: string,
): ModelEntry | undefined {
  const entries = modelEntries(settings.modelProviders);
  const like = entries.findLast(({ authType, id }) => id === inUse.model && authType === (inUse.authType as string));
  if (!like || like.baseUrl !== inUse.baseUrl || entries.some(({ id }) => id === model)) return undefined;
  const { authType, baseUrl, envKey } = like;
  return { authType, id: model, ...(baseUrl !== undefined && { baseUrl }), ...(envKey !== undefined && { envKey }) };
}

/** A copy of the settings with one more model. */
export function withEntry(settings: Settings, { authType, ...entry }: ModelEntry): Settings {
  const providers = settings.modelProviders ?? {};
  const list = (providers[authType] ?? []) as unknown[];
  return { ...settings, modelProviders: { ...providers, [authType]: [...list, entry] } };
}
