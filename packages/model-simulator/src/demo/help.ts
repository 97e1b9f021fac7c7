/** What the demo model says of itself. */

export const DEMO_LABEL = 'offline demo model: fixed rules, no AI';

const CONFIGURE =
  'To use a real model, set one up with /auth in qwen. Or set OPENAI_API_KEY (with OPENAI_BASE_URL and OPENAI_MODEL for other hosts), ANTHROPIC_API_KEY or ' +
  'GEMINI_API_KEY, or start a local server (Ollama, llama.cpp, LM Studio, vLLM).';

/** The answer to a message that no rule covers. */
export const HELP = [
  `I am the ${DEMO_LABEL}. I do not understand language; I recognise a few kinds of requests and do them with the real tools on your files:`,
  [
    '- `What is in this folder?` or `Explain this project`',
    '- `Read README.md and summarise it` or `Show lines 10-20 of src/index.ts`',
    '- `Find "TODO" in src`',
    '- `Count the lines and chart them`',
    '- `Run npm -v`',
    '- `Replace "old" with "new" in notes.txt` or `Create file notes.txt with "hello"`',
    '- `Make a todo list: read, change, test`',
    '- `Read all .ts files in src` (a long loop: watch the context grow and be compacted)',
  ].join('\n'),
  CONFIGURE,
].join('\n\n');

/** Stands under every answer. */
export const FOOTER = `(${DEMO_LABEL})`;
