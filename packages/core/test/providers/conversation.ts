/** A conversation with a provider as a session would keep it: every answer goes through JSON before it is sent again. */
import type { Content, GenerateContentConfig, GenerateContentResponse, Part, UsageMetadata } from '../../src/types.js';
import type { ContentGenerator } from '../../src/providers/contentGenerator.js';

export interface Turn {
  parts: Part[];
  finishReason?: string;
  usage?: UsageMetadata;
}

export class Conversation {
  history: Content[] = [];
  readonly turns: Turn[] = [];

  constructor(
    private readonly generator: ContentGenerator,
    private readonly model: string,
    private readonly config: GenerateContentConfig,
  ) {}

  /** Says something and answers every call of the model, until it calls nothing more. */
  async say(text: string, output: (call: Part) => Part = outputOf): Promise<void> {
    let parts: Part[] = [{ text }];
    while (parts.length > 0) {
      this.history.push({ role: 'user', parts });
      const turn = await this.ask(this.history, this.config);
      this.turns.push(turn);
      this.history.push(JSON.parse(JSON.stringify({ role: 'model', parts: turn.parts })) as Content);
      parts = turn.parts.filter((part) => part.functionCall).map(output);
    }
  }

  async ask(contents: Content[], config: GenerateContentConfig): Promise<Turn> {
    const turn: Turn = { parts: [] };
    const request = { model: this.model, contents, config };
    for await (const chunk of await this.generator.generateContentStream(request, 'prompt')) take(turn, chunk);
    return turn;
  }
}

function take(turn: Turn, { candidates, usageMetadata }: GenerateContentResponse): void {
  const [candidate] = candidates ?? [];
  turn.parts.push(...(candidate?.content?.parts ?? []));
  turn.finishReason ??= candidate?.finishReason;
  turn.usage = usageMetadata ?? turn.usage;
}

function outputOf({ functionCall }: Part): Part {
  const { id, name, args } = functionCall ?? {};
  const response = { output: `contents of ${JSON.stringify(args)}: ${'line of text\n'.repeat(20)}` };
  return { functionResponse: { id, name, response } };
}
