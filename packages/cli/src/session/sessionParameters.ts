/** What the core is given for a session: from flags and settings. */
import { statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ConfigParameters } from '@qwen-code/qwen-code-core';
import type { CliArguments } from '../arguments/parseArguments.js';
import { FatalConfigError } from '../errors.js';
import type { ChosenGenerator } from '../provider/chooseGenerator.js';
import { settingsFiles } from '../settings/paths.js';
import type { Settings } from '../settings/schema.js';
import { VERSION } from '../version.js';
import { allowRuleWriter } from './allowRuleWriter.js';
import { mcpServers } from './mcpServers.js';

export interface SessionSources {
  cwd: string;
  args: CliArguments;
  settings: Settings;
  chosen: ChosenGenerator;
}

/**
 * Flags win over settings; lists of permissions are united.
 * @throws FatalConfigError for a bad MCP configuration or a directory that does not exist.
 */
export async function sessionParameters({ cwd, args, settings, chosen }: SessionSources): Promise<ConfigParameters> {
  const { model, context, tools, permissions } = settings;
  const excluded = [...(tools?.exclude ?? []), ...(args.excludeTools ?? [])];
  const hasSpecifier = (rule: string): boolean => rule.includes('(');
  return {
    cwd,
    version: VERSION,
    includeDirectories: existingDirectories(cwd, [
      ...(context?.includeDirectories ?? []),
      ...(args.includeDirectories ?? []),
    ]),
    generator: chosen.generator,
    contentGenerator: chosen.contentGenerator,
    fastModel: settings.fastModel,
    approvalMode: args.approvalMode ?? tools?.approvalMode,
    permissions: {
      allow: [...(permissions?.allow ?? []), ...(tools?.allowed ?? []), ...(args.allowedTools ?? [])],
      ask: permissions?.ask,
      deny: [...(permissions?.deny ?? []), ...excluded.filter(hasSpecifier)],
    },
    coreTools: args.coreTools ?? tools?.core,
    excludeTools: excluded.filter((rule) => !hasSpecifier(rule)),
    mcpServers: await mcpServers({
      cwd,
      settings,
      mcpConfig: args.mcpConfig,
      allowedNames: args.allowedMcpServerNames,
    }),
    saveAllowRule: allowRuleWriter({ file: settingsFiles(cwd).user, folder: cwd }),
    hooks: settings.hooks,
    disableAllHooks: settings.disableAllHooks,
    systemPrompt: args.systemPrompt,
    appendSystemPrompt: args.appendSystemPrompt,
    contextFileNames: typeof context?.fileName === 'string' ? [context.fileName] : context?.fileName,
    loadFromIncludeDirectories: context?.loadFromIncludeDirectories,
    respectGitIgnore: context?.fileFiltering?.respectGitIgnore,
    respectQwenIgnore: context?.fileFiltering?.respectQwenIgnore,
    chatCompression: model?.chatCompression,
    maxSessionTurns: args.maxSessionTurns ?? model?.maxSessionTurns,
    sessionTokenLimit: model?.sessionTokenLimit,
    truncateToolOutputThreshold: tools?.truncateToolOutputThreshold,
    chatRecording: args.chatRecording ?? settings.general?.chatRecording,
    runtimeOutputDir: settings.advanced?.runtimeOutputDir,
    telemetry: settings.telemetry,
  };
}

/** Absolute; a leading `~/` is the home folder. */
function existingDirectories(cwd: string, directories: string[]): string[] {
  return directories.map((directory) => {
    const absolute = path.resolve(cwd, directory.replace(/^~(?=\/|$)/, os.homedir()));
    if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return absolute;
    throw new FatalConfigError(`The included directory "${directory}" does not exist (looked for ${absolute}).`);
  });
}
