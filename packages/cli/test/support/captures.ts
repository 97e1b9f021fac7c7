/**
 * Screens of the terminal, written down with what they show. With QWEN_WRITE_CAPTURES set they become a page of
 * docs/terminal, so that the page shows what the program showed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestTerminal } from './terminal.js';

const PAGES = fileURLToPath(new URL('../../../../docs/terminal', import.meta.url));

export class Captures {
  private readonly sections: string[] = [];

  constructor(private readonly title: string) {}

  chapter(text: string): void {
    this.sections.push(`## ${text}`);
  }

  /** What is on the screen once the program has been quiet for a moment. */
  async add(heading: string, terminal: TestTerminal): Promise<void> {
    this.addNow(heading, await terminal.quiet());
  }

  /** Everything from the last echo of a command on, also what has left a small screen. */
  async addSince(heading: string, echo: string, terminal: TestTerminal): Promise<void> {
    await terminal.quiet();
    const everything = terminal.everything();
    this.addNow(heading, everything.slice(everything.lastIndexOf(echo)));
  }

  /** A screen that does not stand still. */
  addNow(heading: string, screen: string): void {
    this.sections.push(`### ${heading}`, `\`\`\`text\n${screen}\n\`\`\``);
  }

  write(name: string): void {
    if (process.env['QWEN_WRITE_CAPTURES'] === undefined) return;
    mkdirSync(PAGES, { recursive: true });
    const written =
      '_Written by `QWEN_WRITE_CAPTURES=1 npx vitest run packages/cli/test/terminal/fullSession.test.ts`._';
    writeFileSync(path.join(PAGES, `${name}.md`), `# ${this.title}\n\n${written}\n\n${this.sections.join('\n\n')}\n`);
  }
}
