/** Which settings of a project change what is run or where data goes: what somebody who is asked for trust has to see. */
import { isObject, type JsonObject } from '../utils/isObject.js';
import { valueAt } from '../utils/valueAt.js';

/** Texts or lists of them, by their place. Before hooks and servers, of which there can be many. */
const PLACES = [
  'tools.approvalMode',
  'permissions.allow',
  'tools.allowed',
  'security.auth.selectedType',
  'security.auth.baseUrl',
  'model.baseUrl',
  'proxy',
  'telemetry.otlpEndpoint',
];

/**
 * One line each, as they are in the file: not cut, not cleaned of control characters. The file is not checked yet, so
 * every value may have any type.
 *
 * @param settings with all keys at their present places
 */
export function decisiveSettings(settings: JsonObject): string[] {
  return [
    ...PLACES.flatMap((place) => {
      const value = valueAt(settings, place.split('.'));
      const text = Array.isArray(value) ? value.map(String).join(', ') : value;
      return typeof text === 'string' && text !== '' ? [`${place}: ${text}`] : [];
    }),
    ...folderRules(settings),
    ...environment(settings['env']),
    ...providerAddresses(settings['modelProviders']),
    ...hookCommands(settings['hooks']),
    ...servers(settings['mcpServers']),
  ];
}

function folderRules(settings: JsonObject): string[] {
  return entriesOf(valueAt(settings, ['permissions', 'folders'])).flatMap(([folder, rules]) => {
    const allow = itemsOf(valueAt(rules, ['allow']));
    return allow.length > 0 ? [`permissions.allow in ${folder}: ${allow.map(String).join(', ')}`] : [];
  });
}

/** Where data goes is told; other values may be secrets. */
function environment(env: unknown): string[] {
  const isAddress = ([name]: readonly [string, unknown]): boolean => /(URL|PROXY|ENDPOINT|HOST)$/i.test(name);
  const variables = entriesOf(env);
  const shown = [
    ...variables.filter(isAddress).map(([name, value]) => `${name}=${String(value)}`),
    ...variables.filter((variable) => !isAddress(variable)).map(([name]) => name),
  ];
  return shown.length > 0 ? [`environment variables: ${shown.join(', ')}`] : [];
}

function providerAddresses(providers: unknown): string[] {
  const addresses = entriesOf(providers).flatMap(([, models]) =>
    itemsOf(models).flatMap((model) => {
      const baseUrl = valueAt(model, ['baseUrl']);
      return typeof baseUrl === 'string' ? [baseUrl] : [];
    }),
  );
  return addresses.length > 0 ? [`modelProviders: ${[...new Set(addresses)].join(', ')}`] : [];
}

function hookCommands(hooks: unknown): string[] {
  return entriesOf(hooks).flatMap(([event, matchers]) =>
    itemsOf(matchers).flatMap((matcher) =>
      itemsOf(valueAt(matcher, ['hooks'])).map((hook) => `hook ${event} runs: ${textAt(hook, 'command')}`),
    ),
  );
}

function servers(mcpServers: unknown): string[] {
  return entriesOf(mcpServers).map(([name, server]) => {
    const command = [textAt(server, 'command'), ...itemsOf(valueAt(server, ['args'])).map(String)].join(' ').trim();
    const address = textAt(server, 'httpUrl') || textAt(server, 'url');
    return command === '' ? `MCP server ${name} at: ${address}` : `MCP server ${name} runs: ${command}`;
  });
}

function textAt(value: unknown, key: string): string {
  const text = valueAt(value, [key]);
  return typeof text === 'string' ? text : '';
}

function entriesOf(value: unknown): Array<[string, unknown]> {
  return isObject(value) ? Object.entries(value) : [];
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
