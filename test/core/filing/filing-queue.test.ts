// Several files that are to be filed, and how that ends.
import { describe, expect, it } from 'vitest';
import {
  changed,
  clock,
  due,
  errors,
  filing,
  put,
  start,
  stores,
  system,
  toTrash,
  wake,
  withFiling,
} from './filing-under-test.ts';

const minuteMs = 60_000;

withFiling();

describe('the filing queue', () => {
  it('files the others when one throws', async () => {
    const [first, second] = [due(put('a.png'), toTrash), due(put('b.png'), toTrash)];
    const working = system.trash!;
    system.trash = async (path) => {
      if (path.endsWith('a.png') && errors.length === 0) throw new Error('a bug');
      return working(path);
    };
    start();
    await wake();
    expect(errors).toEqual(['an uploaded file could not be moved']);
    expect(changed).toEqual([second]);
    await clock.advance(5 * minuteMs);
    expect(changed).toEqual([second, first]);
  });

  it('is read again after a failure', async () => {
    const jobId = due(put('a.png'), toTrash);
    let isBroken = true;
    const dueFiles = () => {
      if (isBroken) throw new Error('the database is busy');
      return stores.filing.due();
    };
    start({ store: { ...stores.filing, due: dueFiles } });
    await wake();
    expect(errors).toEqual(['the filing queue could not be read']);
    isBroken = false;
    await wake();
    expect(changed).toEqual([jobId]);
  });

  it('includes a file that is added while another is filed', async () => {
    const first = due(put('a.png'), toTrash);
    const working = system.trash!;
    let second = 0;
    system.trash = async (path) => {
      if (second === 0) {
        second = due(put('b.png'), toTrash);
        filing?.wake();
      }
      return working(path);
    };
    start();
    await wake();
    expect(changed).toEqual([first, second]);
  });

  it('finishes the current file on stop()', async () => {
    const [first] = [due(put('a.png'), toTrash), due(put('b.png'), toTrash)];
    const working = system.trash!;
    let stopped: Promise<void> | undefined;
    system.trash = async (path) => {
      stopped = filing?.stop();
      return working(path);
    };
    start();
    await wake();
    await stopped;
    expect(changed).toEqual([first]);
    await wake();
    await clock.advance(10 * minuteMs);
    expect(changed).toEqual([first]);
  });
});
