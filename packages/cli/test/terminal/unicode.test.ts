/** Text of all scripts, and text that is meant to do harm, on real screens. */
import { isDeepStrictEqual } from 'node:util';
import { script, type Scenario, type SimulatedReply } from '@qwen-code/model-simulator';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulated, type Simulated } from '../support/simulated.js';
import { keys, TestTerminal, type TerminalOptions } from '../support/terminal.js';

let world: Simulated;
let terminal: TestTerminal;
beforeEach(async () => {
  world = await simulated();
});
afterEach(async () => {
  await terminal.dispose();
  await world.dispose();
});

async function start(scenario: Scenario, options: TerminalOptions): Promise<void> {
  world.simulator.respond = scenario;
  terminal = new TestTerminal(world.sandbox, ['--yolo'], options);
  await terminal.waitFor('Ask, or');
}

const SAMPLES = {
  Arabic: 'مرحبا بالعالم، هذا نص طويل يملأ أكثر من سطر واحد على الشاشة',
  'Hebrew with points': 'שָׁלוֹם עוֹלָם, זֶה טֶקְסְט אָרֹךְ שֶׁמְּמַלֵּא יוֹתֵר מִשּׁוּרָה אַחַת',
  'marks on marks': 'e\u0301n\u0303o\u0308 Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f algo',
  flags: '🇩🇪🇯🇵🇧🇷🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪🇯🇵🇧🇷🇩🇪🇯🇵🇧🇷🇩🇪🇯🇵🇧🇷🇩🇪🇯🇵🇧🇷🇩🇪🇯🇵🇧🇷🇩🇪🇯🇵🇧🇷🇩🇪🇯🇵🇧🇷🇩🇪🇯🇵🇧🇷',
  'Chinese and Japanese': '你好，世界。这是一段很长的文字，会占用屏幕上的不止一行。日本語のﾊﾝｶｸも',
  tabs: 'one\ttwo\tthree\tfour\tfive\tsix\tseven\teight\tnine\tten\televen',
  'characters without width': 'a\u200bb\u2060c\ufeffd\u00ade\u200ef\u200fg',
  // Terminals that give every character columns of its own take these for wider than most do.
  'emoji families': '👨‍👩‍👧‍👦 👩🏽‍💻 🏴‍☠️ 👁️‍🗨️ 👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦',
  'Hindi and Thai': 'नमस्ते दुनिया, यह एक लंबा पाठ है जो एक से अधिक पंक्ति लेता है สวัสดีชาวโลก',
  'keycaps and symbols': '1️⃣2️⃣❤️☎️✈️☀️⚠️ ①②③ © ™ … ─',
} as const;

/** The last ones. */
const DISPUTED: ReadonlySet<string> = new Set(['emoji families', 'Hindi and Thai', 'keycaps and symbols']);

/** The text in a paragraph, a list, a table and a block of code, and then as the output of a command. */
function answerWith(text: string): SimulatedReply {
  const table = `| ${text.slice(0, 12)} | b |\n|---|---|\n| c | ${text} |`;
  return {
    text: `${text}\n\n- ${text}\n\n${table}\n\n\`\`\`\n${text}\n\`\`\`\n`,
    toolCalls: [{ name: 'run_shell_command', args: { command: `printf %s '${text}'`, description: text } }],
  };
}

describe('text of all scripts keeps its place', () => {
  it.each([
    ['clusters', 80, 24],
    ['clusters', 40, 20],
    ['characters', 80, 24],
    ['characters', 40, 20],
  ] as const)('where the terminal counts %s, at %i columns', async (widths, columns, rows) => {
    const samples = Object.entries(SAMPLES);
    const replies = samples.flatMap(([name, text]) => [answerWith(text), { text: `The end of ${name}. ${text}` }]);
    await start(script(replies), { widths, columns, rows });
    for (const [name, text] of samples) {
      const isDisputed = widths === 'characters' && DISPUTED.has(name);
      terminal.paste(text);
      // The cursor is where it is drawn.
      if (!isDisputed) await terminal.waitFor(() => isDeepStrictEqual(terminal.inverseCells(), [terminal.cursor]));
      terminal.press(keys.enter);
      await terminal.waitFor((screen) => screen.includes(`The end of ${name}.`) && !screen.includes('Esc stops'));
      if (!isDisputed) expect([name, terminal.wrappedLines()]).toEqual([name, []]);
      // Frames leave nothing behind, however wide the terminal takes their lines to be.
      expect([name, terminal.everything().match(/^─+$/gm)]).toEqual([name, Array(2).fill('─'.repeat(columns))]);
    }
    if (widths === 'characters') return;
    for (const [table] of terminal.everything().matchAll(/^ *┌[^]*?┘$/gm))
      expect(new Set(table.split('\n').map((row) => stringWidth(row))).size).toBe(1);
  });
});
