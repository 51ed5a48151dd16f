import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { freeBytes, noteNetworkBytes } from '../../../../emulator/flights/report/network-bytes.ts';
import { openEmulator } from '../../open-emulator.ts';
import { boundary, multipart, png, pngChunk, report } from '../../images.ts';

describe('bytes from the network', () => {
  it('release their memory immediately, for any remaining slice', () => {
    const bytes = Buffer.from(new ArrayBuffer(64));
    const part = bytes.subarray(8, 16);
    noteNetworkBytes(bytes);
    freeBytes(part);
    expect(bytes.buffer.byteLength).toBe(0);
    expect(part).toHaveLength(0);
  });

  it('are released once', () => {
    const bytes = Buffer.from(new ArrayBuffer(64));
    noteNetworkBytes(bytes);
    freeBytes(bytes);
    expect(() => freeBytes(bytes)).not.toThrow();
  });

  it('are told apart from other bytes, which stay unchanged', () => {
    const bytes = Buffer.from('somebody else’s');
    freeBytes(bytes);
    expect(bytes.toString()).toBe('somebody else’s');
  });

  it('are never part of a shared buffer', () => {
    const shared = Buffer.from(new ArrayBuffer(64));
    noteNetworkBytes(shared.subarray(0, 32));
    freeBytes(shared);
    expect(shared.buffer.byteLength).toBe(64);
  });
});

describe('images received over the network', () => {
  const images = Array.from({ length: 6 }, () => png(pngChunk('IDAT', randomBytes(300_000))));

  it('stay intact while newer ones replace older ones', async () => {
    const emulator = await openEmulator({ minGapMs: 0, keepImagesBytes: 1_000_000 });
    const { url } = await emulator.start();
    const { access_token: token } = emulator.signIn();
    const upload = async (image: Buffer) => {
      const body = new FormData();
      body.append('before', 'x'.repeat(100_000));
      body.append('report', new Blob([new Uint8Array(image)]), 'report.png');
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/api/v1/flights`, { method: 'POST', headers, body });
      return ((await answer.json()) as { id: number }).id;
    };
    const ids = await Promise.all(images.map(upload));
    const kept = emulator.flights.list().items.filter(({ hasImage }) => hasImage);
    expect(kept).toHaveLength(3);
    for (const { record, sha256 } of emulator.flights.list().items) {
      const image = images[ids.indexOf(record.id)]!;
      expect(sha256).toBe(createHash('sha256').update(image).digest('hex'));
    }
    for (const { record } of kept) {
      expect(emulator.flights.image(record.id).bytes.equals(images[ids.indexOf(record.id)]!)).toBe(true);
    }
  });

  it('leave the buffer of an injected request intact', async () => {
    const emulator = await openEmulator({ minGapMs: 0, keepImagesBytes: 0 });
    const { access_token: token } = emulator.signIn();
    const payload = multipart([report(images[0]!)]);
    const before = Buffer.from(payload);
    const { statusCode } = await emulator.inject({
      method: 'POST',
      url: '/api/v1/flights',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
      payload,
    });
    expect(statusCode).toBe(200);
    expect(payload.equals(before)).toBe(true);
  });
});
