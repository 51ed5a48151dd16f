// The laws of the vault's format: what goes in comes out, and nothing that was changed is taken for ours.
import { fc } from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { emptyVault, parseVault, vaultText } from '../../../main/node/secrets/vault-document.ts';
import {
  fits,
  newVaultKey,
  seal,
  sealedPartSchema,
  unseal,
  usualCost,
  vaultKeyFor,
  type SealedPart,
} from '../../../main/node/secrets/vault-seal.ts';
import { cheap, passphrase } from './vault-under-test.ts';

const secrets = fc
  .array(
    fc.tuple(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', 'toString', '')),
      fc.string({ unit: 'binary', maxLength: 5_000 }),
    ),
    { maxLength: 8 },
  )
  .map((entries) => new Map(entries));

const key = await newVaultKey(passphrase, cheap);
const other = await newVaultKey(passphrase, cheap);
const sorted = (values: ReadonlyMap<string, string> | null) =>
  values && [...values].toSorted(([one], [other]) => (one < other ? -1 : 1));

describe('the document', () => {
  test('any secrets under any names come back as they were, open and sealed', () => {
    fc.assert(
      fc.property(secrets, secrets, (open, sealed) => {
        const read = parseVault(vaultText({ open, sealed: seal(sealed, key) }));
        expect(sorted(read!.open)).toEqual(sorted(open));
        expect(sorted(unseal(read!.sealed!, key))).toEqual(sorted(sealed));
      }),
    );
  });

  test('a vault of version 1 is one with everything open', () => {
    const old = JSON.stringify({ version: 1, note: 'Sign-ins.', secrets: { 'tokens/a': 'one', __proto__: 'two' } });
    expect(sorted(parseVault(old)!.open)).toEqual([['tokens/a', 'one']]);
    expect(parseVault(old)!.sealed).toBeNull();
  });

  test('whatever is no vault is refused, never half read', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((value) => JSON.stringify(value)),
        ),
        (text) => {
          expect(parseVault(text)).toBeNull();
        },
      ),
    );
  });

  test('a text that was cut off anywhere is refused', () => {
    const text = vaultText({ open: new Map([['tokens/a', 'one']]), sealed: seal(new Map([['b', 'two']]), key) });
    for (let length = 0; length < text.length; length += 1) expect(parseVault(text.slice(0, length))).toBeNull();
  });

  test.each([
    ['of a newer version', { version: 3 }],
    ['of another program', { format: 'keepass' }],
    ['with a member that nobody knows', { extra: true }],
    ['whose secrets are no texts', { open: { a: 1 } }],
    ['whose secrets are a list', { open: ['a'] }],
    ['whose sealed part is something else', { sealed: 'text' }],
  ])('one %s is refused', (_, change) => {
    const document = JSON.parse(vaultText(emptyVault)) as object;
    expect(parseVault(JSON.stringify(document))).not.toBeNull();
    expect(parseVault(JSON.stringify({ ...document, ...change }))).toBeNull();
  });
});

describe('the seal', () => {
  const sealed = seal(new Map([['tokens/a', 'a secret of its own']]), key);

  test('shows nothing of what it holds, and is another each time', () => {
    expect(JSON.stringify(sealed)).not.toContain('secret of its own');
    const again = seal(new Map([['tokens/a', 'a secret of its own']]), key);
    expect(again.cipher.nonce).not.toBe(sealed.cipher.nonce);
    expect(again.text).not.toBe(sealed.text);
  });

  test('a bit that was turned over anywhere is noticed', () => {
    const flip = (base64: string, at: number) => {
      const bytes = Buffer.from(base64, 'base64');
      const index = at % bytes.length;
      bytes[index] = bytes[index]! ^ (1 << (at % 8));
      return bytes.toString('base64');
    };
    fc.assert(
      fc.property(fc.constantFrom('text', 'nonce', 'tag', 'salt', 'check'), fc.nat(10_000), (where, at) => {
        const damaged: SealedPart = {
          ...sealed,
          ...(where === 'text' && { text: flip(sealed.text, at) }),
          ...(where === 'check' && { check: flip(sealed.check, at) }),
          ...(where === 'salt' && { kdf: { ...sealed.kdf, salt: flip(sealed.kdf.salt, at) } }),
          ...((where === 'nonce' || where === 'tag') && {
            cipher: { ...sealed.cipher, [where]: flip(sealed.cipher[where], at) },
          }),
        };
        const isTaken = fits(key, damaged) && unseal(damaged, key) !== null;
        expect(isTaken).toBe(false);
      }),
    );
  });

  test('the cost that a guess has cannot be lowered in the header', () => {
    const cheaper = { ...sealed, kdf: { ...sealed.kdf, p: 2 } };
    expect(unseal(cheaper, key)).toBeNull();
    expect(fits(key, cheaper)).toBe(false);
  });

  test.each([
    ['less than anybody should ask', { N: 2 ** 13 }],
    ['more memory than a computer has', { N: 2 ** 20, r: 32 }],
    ['no power of two', { N: 100_000 }],
    ['a salt that is too short', { salt: 'AAAA' }],
    ['another function', { name: 'pbkdf2' }],
  ])('a header that asks for %s is refused before anything is reckoned', (_, change) => {
    expect(sealedPartSchema.safeParse(sealed).success).toBe(true);
    expect(sealedPartSchema.safeParse({ ...sealed, kdf: { ...sealed.kdf, ...change } }).success).toBe(false);
  });

  test('the passphrase opens it however its letters were composed; any other does not', async () => {
    const composed = seal(new Map([['a', 'b']]), await newVaultKey('k\u00FChle Landung', cheap));
    expect(await vaultKeyFor('ku\u0308hle Landung', composed)).not.toBeNull();
    for (const wrong of ['kuhle Landung', 'k\u00FChle landung', 'k\u00FChle Landung ', ''])
      expect(await vaultKeyFor(wrong, composed)).toBeNull();
  });

  test('a key of the same passphrase and another salt is another key', () => {
    expect(fits(other, sealed)).toBe(false);
    expect(unseal(sealed, other)).toBeNull();
  });

  test('a guess costs 128 MiB', () => {
    expect(128 * usualCost.N * usualCost.r).toBe(128 * 1024 * 1024);
  });
});
