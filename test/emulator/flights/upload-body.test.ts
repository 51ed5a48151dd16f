import { describe, expect, it } from 'vitest';
import { openEmulator } from '../open-emulator.ts';
import { boundary, jpeg, multipart, png, report, upload } from '../images.ts';

describe('malformed bodies', () => {
  const cases: [string, Parameters<typeof upload>[2], string][] = [
    ['a file under another name', [{ ...report(png()), name: 'image' }], 'missing_file'],
    ['text under the right name', [{ name: 'report', content: 'png' }], 'missing_file'],
    ['an empty file input', [report('', '')], 'missing_file'],
    ['an empty body', '', 'missing_file'],
    ['no parts', `--${boundary}--\r\n`, 'missing_file'],
    ['another boundary', '--other\r\n\r\nx\r\n--other--\r\n', 'missing_file'],
    [
      'a body cut off in the file',
      multipart([report(png())])
        .toString('latin1')
        .slice(0, 150),
      'invalid_file',
    ],
    [
      'a body cut off in the head',
      multipart([report(png())])
        .toString('latin1')
        .slice(0, 30),
      'missing_file',
    ],
    ['a part named like a prototype', [{ name: '__proto__', content: 'x' }], 'missing_file'],
    [
      'a thousand parts',
      Array.from({ length: 1000 }, (_, index) => ({ name: `field ${index}`, content: 'x' })),
      'missing_file',
    ],
  ];

  it.each(cases)('%s', async (_name, body, detail) => {
    const emulator = await openEmulator();
    const answer = await upload(emulator, emulator.signIn().access_token, body);
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail }]);
    expect(emulator.flights.list().items).toEqual([]);
  });

  it.each([
    'application/json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=x',
    '',
  ])('accepts no file with the type “%s”', async (type) => {
    const emulator = await openEmulator();
    const answer = await emulator.inject({
      method: 'POST',
      url: '/api/v1/flights',
      headers: { authorization: `Bearer ${emulator.signIn().access_token}`, 'content-type': type },
      payload: multipart([report(png())]),
    });
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail: 'missing_file' }]);
  });

  it('accepts one report after ten thousand other parts', async () => {
    const emulator = await openEmulator();
    const others = Array.from({ length: 10_000 }, (_, index) => ({ name: `field ${index}`, content: 'x' }));
    const answer = await upload(emulator, emulator.signIn().access_token, [...others, report(png())]);
    expect(answer.statusCode).toBe(200);
  });

  it('accepts one report among other fields and files', async () => {
    const emulator = await openEmulator();
    const parts = [{ name: 'note', content: 'x' }, report(png()), { ...report(jpeg(), 'b.jpg'), name: 'other' }];
    const answer = await upload(emulator, emulator.signIn().access_token, parts);
    expect(answer.statusCode).toBe(200);
  });
});
