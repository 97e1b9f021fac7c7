/** The agent of a session, with its failures as what ends the program. */
import {
  createAgent,
  RuleSyntaxError,
  SessionLockedError,
  type Agent,
  type Config,
  type CreateAgentOptions,
} from '@qwen-code/qwen-code-core';
import { FatalConfigError, FatalInputError } from '../errors.js';

/** @throws FatalInputError when another process works on the session; FatalConfigError for a bad deny rule. */
export async function openAgent(config: Config, options: CreateAgentOptions): Promise<Agent> {
  try {
    return await createAgent(config, options);
  } catch (error) {
    if (error instanceof RuleSyntaxError) throw new FatalConfigError(error.message, { cause: error });
    if (error instanceof SessionLockedError) throw new FatalInputError(error.message, { cause: error });
    throw error;
  }
}
