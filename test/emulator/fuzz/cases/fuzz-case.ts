// One case of the fuzz run: bytes for one connection, how they are sent, and a description of their mistake. Secrets
// are placeholders of the same length, so that a case is the same in every run.

export const targets = ['token', 'authorize', 'bearer', 'multipart', 'control', 'http'] as const;

export type Target = (typeof targets)[number];

/** Which of the parallel emulators gets the case. */
export type Place = 'extended' | 'strict' | 'steered';

export type FuzzCase = {
  target: Target;
  place: Place;
  /** The change to a valid request. */
  message: string[];
  /** With placeholders for secrets. */
  bytes: Buffer;
  /** Where the bytes are cut into writes, ascending. */
  cuts: number[];
  /** Between two writes. */
  pauseMs: number;
};

/** What a case may use of the world: new for each, so that cases are independent. */
export type Secrets = {
  accessToken: string;
  refreshToken: string;
  code: string;
  controlToken: string;
};

const mark = (prefix: string, letter: string) => prefix + letter.repeat(43);

export const marks: Secrets = {
  accessToken: mark('at_', 'A'),
  refreshToken: mark('rt_', 'R'),
  code: mark('ac_', 'C'),
  controlToken: mark('ct_', 'T'),
};

/** The bytes with secrets in place of the placeholders. */
export function fillMarks(bytes: Buffer, secrets: Secrets): Buffer {
  let text = bytes.toString('latin1');
  for (const name of Object.keys(marks) as (keyof Secrets)[]) text = text.replaceAll(marks[name], secrets[name]);
  return Buffer.from(text, 'latin1');
}

/** The bytes, split into the case's writes. */
export function writesOf({ cuts }: FuzzCase, bytes: Buffer): Buffer[] {
  const ends = [...cuts.filter((at) => at > 0 && at < bytes.length), bytes.length];
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}
