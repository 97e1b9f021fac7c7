/** Lets one change of a file finish before the next one begins: agents that run side by side share the files. */

const lastChanges = new Map<string, Promise<unknown>>();

/** Runs `change` once all earlier changes of the same path are done, however they ended. */
export async function oneChangeAtATime<T>(absolutePath: string, change: () => Promise<T>): Promise<T> {
  const earlier = lastChanges.get(absolutePath) ?? Promise.resolve();
  const result = earlier.then(change, change);
  lastChanges.set(absolutePath, result);
  try {
    return await result;
  } finally {
    if (lastChanges.get(absolutePath) === result) lastChanges.delete(absolutePath);
  }
}
