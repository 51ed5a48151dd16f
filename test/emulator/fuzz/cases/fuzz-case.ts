// One case of the fuzz run: bytes for one connection, how they are sent, and in words what is wrong with them. Secrets
// stand in it as marks of the same length, so that a case is the same in every run.

export const targets = ['token', 'authorize', 'bearer', 'multipart', 'control', 'http'] as const;

export type Target = (typeof targets)[number];

/** Which of the emulators that run side by side is asked. */
export type Place = 'extended' | 'strict' | 'steered';

export interface FuzzCase {
  target: Target;
  place: Place;
  /** What was done to a request that was right. */
  message: string[];
  /** With marks in place of secrets. */
  bytes: Buffer;
  /** Where the bytes are cut into writes, ascending. */
  cuts: number[];
  /** Between two writes. */
  pauseMs: number;
}

/** What a case may use of the world: fresh for each, so that cases do not disturb one another. */
export interface Secrets {
  accessToken: string;
  refreshToken: string;
  code: string;
  controlToken: string;
}

const mark = (prefix: string, letter: string) => prefix + letter.repeat(43);

export const marks: Secrets = {
  accessToken: mark('at_', 'A'),
  refreshToken: mark('rt_', 'R'),
  code: mark('ac_', 'C'),
  controlToken: mark('ct_', 'T'),
};

/** The bytes with the secrets in place of their marks. */
export function fillMarks(bytes: Buffer, secrets: Secrets): Buffer {
  let text = bytes.toString('latin1');
  for (const name of Object.keys(marks) as (keyof Secrets)[]) text = text.replaceAll(marks[name], secrets[name]);
  return Buffer.from(text, 'latin1');
}

/** The bytes in the writes that the case asks for. */
export function writesOf({ cuts }: FuzzCase, bytes: Buffer): Buffer[] {
  const ends = [...cuts.filter((at) => at > 0 && at < bytes.length), bytes.length];
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}
