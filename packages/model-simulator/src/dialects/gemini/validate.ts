/** The rules of generateContent in its own wording. */
import { asObject, asObjects, asString } from '../../json.js';
import type { SimulatorOptions } from '../../options.js';
import type { JsonObject } from '../../request.js';
import type { Violation } from '../../validation/violation.js';
import { isSignatureOf } from '../signature.js';
import { signedContent } from './encode.js';
import { geminiPairViolations } from './validatePairs.js';

export function validateGemini(body: JsonObject, options: SimulatorOptions): Violation[] {
  const contents = asObjects(body['contents']);
  if (contents.length === 0) {
    const message = '* GenerateContentRequest.contents: contents is not specified\n';
    return [{ rule: 'empty-content', path: 'contents', message }];
  }
  return [
    ...roleViolations(contents, options),
    ...contents.flatMap(contentViolations),
    ...geminiPairViolations(contents),
    ...toolViolations(body, contents, options),
  ];
}

function roleViolations(contents: JsonObject[], options: SimulatorOptions): Violation[] {
  const violations: Violation[] = [];
  const wrong = contents.findIndex(({ role }) => role !== 'user' && role !== 'model' && role !== undefined);
  if (wrong >= 0) {
    violations.push({
      rule: 'role',
      path: `contents[${wrong}].role`,
      message: 'Please use a valid role: user, model.',
    });
  }
  const last = contents.length - 1;
  if (contents[last]?.['role'] === 'model') {
    const message =
      'Please ensure that multiturn requests end with a user role or a function response, and that single turn requests end with a user role or no role.';
    violations.push({ rule: 'role', path: `contents[${last}].role`, message });
  }
  const repeated = contents.findIndex(({ role }, index) => index > 0 && role === contents[index - 1]?.['role']);
  if (options.quirks?.alternateRoles && repeated >= 0) {
    const message = 'Please ensure that multiturn requests alternate between user and model.';
    violations.push({ rule: 'alternation', path: `contents[${repeated}].role`, message });
  }
  return violations;
}

const DATA_FIELDS = [
  'text',
  'inlineData',
  'functionCall',
  'functionResponse',
  'fileData',
  'executableCode',
  'codeExecutionResult',
];

function contentViolations(content: JsonObject, index: number): Violation[] {
  const parts = asObjects(content['parts']);
  const path = `contents[${index}].parts`;
  if (parts.length === 0) {
    const message = `* GenerateContentRequest.${path}: contents.parts must not be empty.\n`;
    return [{ rule: 'empty-content', path, message }];
  }
  return parts.flatMap((part, position) => partViolations(part, `${path}[${position}]`));
}

/** Stands for the signature of a call that another model made; documented by Google. */
const UNCHECKED_SIGNATURE = 'skip_thought_signature_validator';

function partViolations(part: JsonObject, path: string): Violation[] {
  const data = DATA_FIELDS.filter((field) => part[field] !== undefined);
  if (data.length !== 1) {
    const message = `* GenerateContentRequest.${path}.data: required oneof field 'data' must have one initialized field\n`;
    return [{ rule: 'empty-content', path, message }];
  }
  if (part['text'] === '') {
    const message =
      'Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again.';
    return [{ rule: 'empty-text', path, message }];
  }
  const signature = part['thoughtSignature'];
  if (signature === undefined || signature === UNCHECKED_SIGNATURE) return [];
  if (isSignatureOf(signature, signedContent(part))) return [];
  return [{ rule: 'thinking-changed', path, message: 'Thought signature is not valid.' }];
}

function toolViolations(body: JsonObject, contents: JsonObject[], options: SimulatorOptions): Violation[] {
  const declarations = asObjects(body['tools']).flatMap((tool) => asObjects(tool['functionDeclarations']));
  const violations: Violation[] = [];
  const names = new Set<string>();
  for (const [index, declaration] of declarations.entries()) {
    const name = asString(declaration['name']);
    const path = `tools[0].function_declarations[${index}].name`;
    if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(name)) {
      const message = `* GenerateContentRequest.${path}: Invalid function name. Must start with a letter or an underscore.\n`;
      violations.push({ rule: 'tools', path, message });
    }
    if (names.has(name)) {
      violations.push({ rule: 'tools', path, message: `Duplicate function declaration found: ${name}` });
    }
    names.add(name);
  }
  const mode = asString(asObject(asObject(body['toolConfig'])['functionCallingConfig'])['mode']);
  if (mode === 'ANY' && declarations.length === 0) {
    const message = 'Function calling config is set without function_declarations.';
    violations.push({ rule: 'tool-choice', path: 'tool_config', message });
  }
  if (options.quirks?.onlyAutomaticToolChoice && mode !== '' && mode !== 'AUTO') {
    violations.push({
      rule: 'tool-choice',
      path: 'tool_config',
      message: 'Only function calling mode AUTO is supported.',
    });
  }
  const hasCalls = contents.some((content) =>
    asObjects(content['parts']).some((part) => 'functionCall' in part || 'functionResponse' in part),
  );
  if (options.quirks?.toolsRequiredForCalls && hasCalls && declarations.length === 0) {
    const message = 'Function calls and responses were found in the contents, but no function is declared.';
    violations.push({ rule: 'tools', path: 'tools', message });
  }
  return violations;
}
