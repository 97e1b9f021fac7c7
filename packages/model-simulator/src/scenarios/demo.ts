/** The rules of the offline demo model as a scenario, so that any client can meet them over HTTP. */
import type { Content, Part } from '@qwen-code/qwen-code-core';
import { demoReply } from '../demo/demoReply.js';
import { tellsOfFailure } from '../demo/tellsOfFailure.js';
import type { Scenario } from '../reply.js';
import type { SimulatedMessage, SimulatedPart, SimulatedRequest } from '../request.js';

/** Answers by the rules of the offline demo model. */
export const demo: Scenario = (request) =>
  demoReply({
    model: request.model,
    contents: contentsOf(request),
    config: {
      systemInstruction: request.system,
      tools: [{ functionDeclarations: request.tools.map(({ name }) => ({ name })) }],
    },
  });

/** Calls that came without ids (Gemini) are paired with their results by order. */
function contentsOf(request: SimulatedRequest): Content[] {
  let calls = 0;
  let results = 0;
  const convert = (part: SimulatedPart): Part[] => {
    switch (part.type) {
      case 'text':
        return [{ text: part.text }];
      case 'tool-call':
        return [{ functionCall: { id: part.id ?? `call-${calls++}`, name: part.name, args: part.args } }];
      case 'tool-result': {
        const id = part.id ?? `call-${results++}`;
        const name = part.name ?? nameOfCall(request.messages, part.id);
        return [{ functionResponse: { id, name, response: outcome(name, part) } }];
      }
      default:
        return [];
    }
  };
  return request.messages.map(({ role, parts }) => ({
    role: role === 'user' ? 'user' : 'model',
    parts: parts.flatMap(convert),
  }));
}

/** Only Anthropic and Gemini mark failures; elsewhere the text tells. */
function outcome(
  name: string,
  { output, isError }: Extract<SimulatedPart, { type: 'tool-result' }>,
): Record<string, string> {
  return isError || tellsOfFailure(name, output) ? { error: output } : { output };
}

function nameOfCall(messages: SimulatedMessage[], id: string | undefined): string {
  const calls = messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'tool-call');
  return calls.find((call) => call.id === id)?.name ?? '';
}
