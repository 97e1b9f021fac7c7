import type { Scenario, SimulatedReply } from '../reply.js';

/** Gives the replies in turn, one a request; fails when there are more requests than replies. */
export function script(replies: Array<SimulatedReply | Scenario>): Scenario {
  let next = 0;
  return (request) => {
    const reply = replies[next++];
    if (!reply) throw new Error(`the script has ${replies.length} replies, this is request number ${next}`);
    return typeof reply === 'function' ? reply(request) : reply;
  };
}
