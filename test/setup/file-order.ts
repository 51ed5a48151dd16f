// The order of the files: those that wait for browsers and processes first, the many small ones fill the end. Files that
// share workers must follow each other, or Vitest starts a worker for each.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isUnit = ({ project }: TestSpecification) => project.name === 'unit';
    const inBrowser = ({ project }: TestSpecification) => project.name.endsWith('browser');
    // No file is lost, even with an unknown project name.
    const others = sorted.filter((file) => !isUnit(file) && !inBrowser(file));
    return [...takingTurns(sorted.filter(inBrowser), others), ...sorted.filter(isUnit)];
  }
}

/** One of the first, two of the second: one browser at work leaves room for what else runs. */
export function takingTurns<T>(first: readonly T[], second: readonly T[]): T[] {
  const turns = Math.max(first.length, Math.ceil(second.length / 2));
  return Array.from({ length: turns }, (_, turn) => [
    ...first.slice(turn, turn + 1),
    ...second.slice(turn * 2, turn * 2 + 2),
  ]).flat();
}
