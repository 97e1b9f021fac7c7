import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localDay } from './localDay.js';

it('is the day of the time zone', () => {
  const moment = fc.date({ min: new Date('1975-01-01'), max: new Date('2095-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, (date) => {
      expect(localDay(date)).toBe(date.toLocaleDateString('sv-SE'));
    }),
  );
});
