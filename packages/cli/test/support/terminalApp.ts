/** The interactive terminal without its drawing: driven by what a person would do, against a simulator. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AuthType, SessionService } from '@qwen-code/qwen-code-core';
import { startSimulator, type Simulator, type SimulatorOptions } from '@qwen-code/model-simulator';
import { vi } from 'vitest';
import { parseArguments } from '../../src/arguments/parseArguments.js';
import { chooseGenerator, type ChosenGenerator } from '../../src/provider/chooseGenerator.js';
import { prepareSession } from '../../src/session/prepareSession.js';
import { loadSettings } from '../../src/settings/loadSettings.js';
import { OpenedSession } from '../../src/ui/agent/openedSession.js';
import { interactiveCommands } from '../../src/ui/commands/registry.js';
import type { Choice, TranscriptContent } from '../../src/ui/state/viewState.js';
import { TerminalApp, type TerminalAppOptions } from '../../src/ui/terminalApp.js';

export interface DrivenApp {
  app: TerminalApp;
  simulator: Simulator;
  /** The project's folder. */
  project: string;
  home: string;
  /** Sends a line and waits until it is worked off, or a question is asked. */
  send(line: string): Promise<void>;
  /** Chooses by value, or writes a text. */
  answer(value: string): Promise<void>;
  choices(): readonly Choice[];
  /** The texts of the transcript, as far as they are texts. */
  texts(): string[];
  dispose(): Promise<void>;
}

export async function drivenApp(options: SimulatorOptions = {}): Promise<DrivenApp> {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'qwen-app-')));
  const project = path.join(root, 'project');
  const home = path.join(root, 'home');
  mkdirSync(project);
  mkdirSync(home);
  // The program's own folder; what belongs to the person who runs the tests stays out of it.
  vi.stubEnv('QWEN_HOME', home);
  for (const name of ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY'])
    vi.stubEnv(name, undefined);
  const simulator = await startSimulator(options);
  const app = await openApp(project, simulator);
  return {
    app,
    simulator,
    project,
    home,
    send: async (line) => {
      const isShell = line.startsWith('!');
      const text = isShell ? line.slice(1) : line;
      await app.submit({ text, display: text, isShell });
    },
    answer: (value) => app.dialogs.answer(value),
    choices: () => {
      const { dialog } = app.store.current;
      if (dialog?.type !== 'choose') throw new Error(`Nothing can be chosen: ${JSON.stringify(dialog)}`);
      return dialog.choices;
    },
    texts: () => app.store.current.transcript.slice().map(textOf),
    dispose: async () => {
      await app.dispose();
      await simulator.close();
      vi.unstubAllEnvs();
      rmSync(root, { recursive: true });
    },
  };
}

async function openApp(project: string, simulator: Simulator): Promise<TerminalApp> {
  const parsed = parseArguments([]);
  if (parsed.kind !== 'run') throw new Error('The empty command line is one to run.');
  const { args } = parsed;
  const load = async () => (await loadSettings({ cwd: project, env: process.env, isTrusted: true })).settings;
  const settings = await load();
  const chosen: ChosenGenerator = {
    generator: { authType: AuthType.USE_OPENAI, model: 'first', baseUrl: simulator.baseUrl('openai'), apiKey: 'key' },
  };
  const open: TerminalAppOptions['open'] = async (resumed, model, current) => {
    const sources = { cwd: project, args, settings: current, chosen: model, resumed };
    return new OpenedSession((await prepareSession(sources)).parameters, resumed);
  };
  const app = new TerminalApp({
    cwd: project,
    settings,
    chosen,
    isRecorded: true,
    isScreenReader: false,
    colorDepth: 8,
    commands: interactiveCommands(),
    sessions: new SessionService({ cwd: project }),
    session: await open(undefined, chosen, settings),
    open,
    chooseModel: (model, current) =>
      chooseGenerator({
        args: { model, openaiBaseUrl: simulator.baseUrl('openai'), openaiApiKey: 'key' },
        settings: current,
        env: process.env,
      }),
    loadSettings: load,
  });
  await app.controller.session.ready;
  return app;
}

function textOf(item: TranscriptContent): string {
  if ('text' in item) return item.text;
  return item.type === 'tool' ? `${item.card.displayName} ${item.card.status}` : item.type;
}
