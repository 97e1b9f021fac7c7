/** The environment of commands. */

export interface ShellSettings {
  /** Pager of git, man and others; default `cat`, so that nothing waits for a key. */
  pager?: string;
  /** Let programs colour their output; default false: colours are noise to a model. */
  showColor?: boolean;
}

/** The variables a command gets: those of this process, without colours, pagers and prompts. */
export function shellEnvironment(settings: ShellSettings, base: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const pager = settings.pager ?? 'cat';
  const env: NodeJS.ProcessEnv = {
    ...base,
    QWEN_CODE: '1',
    PAGER: pager,
    GIT_PAGER: pager,
    MANPAGER: pager,
    GIT_TERMINAL_PROMPT: '0',
  };
  if (settings.showColor) return { ...env, FORCE_COLOR: '1' };
  for (const name of ['FORCE_COLOR', 'CLICOLOR_FORCE']) delete env[name];
  return { ...env, TERM: 'dumb', NO_COLOR: '1' };
}
