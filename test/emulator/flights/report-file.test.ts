import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { openEmulator } from '../open-emulator.ts';
import { jpeg, jpegNote, jpegSegment, png, report, sampleReport, upload } from '../images.ts';

it.each([
  ['report.png', png(), 200],
  ['REPORT.PNG', png(), 200],
  ['report.jpg', jpeg(), 200],
  ['report.jpeg', jpeg(), 200],
  ['report.jpg', png(), 400],
  ['report.png', jpeg(), 400],
  ['report.gif', png(), 400],
  ['report', png(), 400],
  ['png', png(), 400],
  ['report.png', Buffer.from('GIF89a; and more bytes'), 400],
  ['report.png', Buffer.alloc(0), 400],
  ['report.png', png().subarray(0, 5), 400],
])('A14: extension and first bytes must both be PNG or both JPEG: %s', async (fileName, content, status) => {
  const emulator = await openEmulator();
  const answer = await upload(emulator, emulator.signIn().access_token, [report(content, fileName)]);
  expect([answer.statusCode, answer.json().detail]).toEqual([status, status === 400 ? 'invalid_file' : undefined]);
});

const statusOf = async (options: EmulatorOptions, what: Parameters<typeof upload>[2]) => {
  const emulator = await openEmulator(options);
  return (await upload(emulator, emulator.signIn().access_token, what)).statusCode;
};

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  const start = [0xff, 0xd8, 0xff];

  it.each([3, 4, 5, 6, 7, 8])('accepts the first %i bytes of a JPEG as a JPEG', async (length) => {
    expect(await statusOf({ mode }, [report(jpeg().subarray(0, length), 'report.jpg')])).toBe(200);
  });

  it.each([
    ['a JPEG', Buffer.from(start), 200],
    ['JPEG-LS', Buffer.from([...start, 0xf7]), 400],
    ['JPEG-LS behind a comment', jpeg(jpegSegment(0xfe, Buffer.from('x')), jpegSegment(0xf7, Buffer.alloc(9))), 400],
    ['JPEG-LS behind the figures', jpeg(jpegNote(sampleReport), jpegSegment(0xf7, Buffer.alloc(9))), 400],
    ['two bytes', Buffer.from(start.slice(0, 2)), 400],
  ])('A27: %s returns %i', async (_what, content, status) => {
    expect(await statusOf({ mode }, [report(content, 'report.jpg')])).toBe(status);
  });

  it('A28: a name with a NUL is no image', async () => {
    for (const fileName of ['a.gif\0.png', 'a.png\0.png', 'a.gif\0/b.png', '\0.png']) {
      expect([fileName, await statusOf({ mode }, [report(png(), fileName)])]).toEqual([fileName, 400]);
    }
  });

  it.each([
    ['a PNG', 'report.png', png(), 200],
    ['a JPEG', 'report.jpg', jpeg(), 200],
    ['a PNG with a byte behind it', 'report.png', Buffer.concat([png(), Buffer.from('\n')]), 200],
    ['a PNG that breaks off', 'report.png', png().subarray(0, -1), 400],
    ['a JPEG that breaks off', 'report.jpg', jpeg().subarray(0, -2), 400],
  ])('A14: with requireCompleteImages only, the end of %s is required', async (_what, fileName, content, status) => {
    const upload = [report(content, fileName)];
    expect(await statusOf({ mode, requireCompleteImages: true }, upload)).toBe(status);
    expect(await statusOf({ mode }, upload)).toBe(200);
  });

  it.each([
    [undefined, 'the last is taken'],
    ['refuse', 'neither is taken'],
    ['first', 'the first is taken'],
    ['last', 'the last is taken'],
  ] as const)('A26: of two reports with severalReports %s, %s', async (severalReports, _what) => {
    const emulator = await openEmulator({ mode, ...(severalReports && { severalReports }) });
    const parts = [report(png(), 'first.png'), report(jpeg(), 'last.jpg')];
    const answer = await upload(emulator, emulator.signIn().access_token, parts);
    const kept = emulator.flights.list().items.map(({ fileName }) => fileName.split('.')[0]);
    const isRefused = severalReports === 'refuse';
    expect([answer.statusCode, answer.json().detail, kept]).toEqual(
      isRefused ? [400, 'invalid_file', []] : [200, undefined, [severalReports ?? 'last']],
    );
  });
});
