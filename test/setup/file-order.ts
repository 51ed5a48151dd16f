// Orders the test files: first those that wait for browsers and processes, then the unit tests. Files that share
// workers have to be consecutive, or Vitest starts a worker for each.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isUnit = ({ project }: TestSpecification) => project.name === 'unit';
    const inBrowser = ({ project }: TestSpecification) => project.name.endsWith('browser');
    // Files of an unknown project are included.
    const others = sorted.filter((file) => !isUnit(file) && !inBrowser(file));
    return [...takingTurns(sorted.filter(inBrowser), others), ...sorted.filter(isUnit)];
  }
}

/** Takes one of the first and two of the second in turn, so that a busy browser leaves time for the other tests. */
export function takingTurns<T>(first: readonly T[], second: readonly T[]): T[] {
  const turns = Math.max(first.length, Math.ceil(second.length / 2));
  return Array.from({ length: turns }, (_, turn) => [
    ...first.slice(turn, turn + 1),
    ...second.slice(turn * 2, turn * 2 + 2),
  ]).flat();
}
