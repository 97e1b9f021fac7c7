import { describe, expect, it } from 'vitest';
import { call, model, result, user } from '../../test/compaction/histories.js';
import { ChatHistory } from './chatHistory.js';

describe('ChatHistory', () => {
  it('refuses messages of other roles wherever they come from', () => {
    const system = { role: 'system', parts: [{ text: 'x' }] };
    expect(() => new ChatHistory([system])).toThrow('must be "user" or "model", not "system"');
    const history = new ChatHistory();
    expect(() => history.append(system)).toThrow();
    expect(() => history.replace([user('a'), {}])).toThrow('not undefined');
    expect(history.length).toBe(0);
  });

  it('is not changed through the lists it was given or gives', () => {
    const given = [user('a')];
    const history = new ChatHistory(given);
    given.push(model('b'));
    history.curated().push(model('c'));
    expect(history.all()).toEqual([user('a')]);
  });

  it('sends only messages that say something', () => {
    const empty = [{ role: 'model' }, { role: 'model', parts: [] }, model(''), { role: 'model', parts: [{}] }];
    const history = new ChatHistory([user('a'), ...empty, call('1'), result(['1'])]);
    expect(history.curated()).toEqual([user('a'), call('1'), result(['1'])]);
    expect(history.length).toBe(7);
  });

  it('strips thoughts and what holds nothing else', () => {
    const thought = { text: 'hm', thought: true };
    const history = new ChatHistory([
      user('a'),
      { role: 'model', parts: [thought] },
      { role: 'model', parts: [thought, { text: 'b' }] },
    ]);
    history.stripThoughts();
    expect(history.all()).toEqual([user('a'), model('b')]);
  });

  it('strips messages of the user that no answer followed', () => {
    const history = new ChatHistory([user('a'), model('b'), user('c'), user('d')]);
    history.stripOrphanedUserEntries();
    expect(history.all()).toEqual([user('a'), model('b')]);
    const unanswered = new ChatHistory([user('a')]);
    unanswered.stripOrphanedUserEntries();
    expect(unanswered.length).toBe(0);
  });
});
