// What ends a program from outside: the handlers of signals that it adds are the ones that it removes.
import { afterEach, expect, test } from 'vitest';
import { endOfProcess } from '../../runtime/adapters/process.ts';

const streams = [process.stdout, process.stderr].map((stream) => ({ stream, listeners: stream.listeners('error') }));
afterEach(() => {
  // A program follows its outputs until it ends.
  for (const { stream, listeners } of streams)
    for (const added of stream.listeners('error')) if (!listeners.includes(added)) stream.off('error', added as (error: Error) => void);
});

test('it handles a signal once, however often it listens, and not at all when it has left', () => {
  const count = () => process.listenerCount('SIGINT');
  const before = count();
  const end = endOfProcess({ signals: ['SIGINT'], endsUnread: false, patienceMilliseconds: 1 });
  expect(count()).toBe(before);
  end.listen();
  end.listen();
  expect(count()).toBe(before + 1);
  end.leave();
  expect(count()).toBe(before);
  end.listen();
  expect(count()).toBe(before + 1);
  end.leave();
  end.leave();
  expect(count()).toBe(before);
});
