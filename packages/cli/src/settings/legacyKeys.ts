/** Flat keys of the first releases and where their values live now. */
import { isObject, type JsonObject } from '../utils/isObject.js';

const MOVED: Readonly<Record<string, string>> = {
  allowedTools: 'tools.allowed',
  allowMCPServers: 'mcp.allowed',
  approvalMode: 'tools.approvalMode',
  chatCompression: 'model.chatCompression',
  contentGenerator: 'model.generationConfig',
  contextFileName: 'context.fileName',
  coreTools: 'tools.core',
  enableOpenAILogging: 'model.enableOpenAILogging',
  excludedProjectEnvVars: 'advanced.excludedEnvVars',
  excludeMCPServers: 'mcp.excluded',
  excludeTools: 'tools.exclude',
  fileFiltering: 'context.fileFiltering',
  hideTips: 'ui.hideTips',
  includeDirectories: 'context.includeDirectories',
  loadMemoryFromIncludeDirectories: 'context.loadFromIncludeDirectories',
  maxSessionTurns: 'model.maxSessionTurns',
  selectedAuthType: 'security.auth.selectedType',
  sessionTokenLimit: 'model.sessionTokenLimit',
  skipLoopDetection: 'model.skipLoopDetection',
};

/** A copy with old flat keys at their new places; a value already at the new place wins. */
export function moveLegacyKeys(raw: JsonObject): JsonObject {
  let result = raw;
  if (typeof raw['model'] === 'string') result = { ...result, model: { name: raw['model'] } };
  for (const [oldKey, newPath] of Object.entries(MOVED)) {
    if (!Object.hasOwn(result, oldKey)) continue;
    const { [oldKey]: value, ...rest } = result;
    result = withDefaultAt(rest, newPath.split('.'), value);
  }
  return result;
}

function withDefaultAt(target: JsonObject, [key, ...rest]: string[], value: unknown): JsonObject {
  const present = target[key!];
  if (rest.length === 0) return present === undefined ? { ...target, [key!]: value } : target;
  if (present !== undefined && !isObject(present)) return target;
  return { ...target, [key!]: withDefaultAt(present ?? {}, rest, value) };
}
