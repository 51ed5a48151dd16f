// The vault's format: what is written is read back, and changed data is refused.
import { anyCharacter, fc } from '../../../support/fast-check.ts';
import { armor } from 'age-encryption';
import { describe, expect, test } from 'vitest';
import { newIdentity, openIdentity, openSecrets, sealSecrets } from '../../../../main/node/secrets/vault/age-seal.ts';
import { emptyVault, parseVault, vaultText } from '../../../../main/node/secrets/vault/vault-document.ts';
import { cheap, passphrase } from '../vault-under-test.ts';

const secrets = fc
  .array(
    fc.tuple(
      fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('__proto__', 'constructor', 'toString', '')),
      fc.string({ unit: anyCharacter, maxLength: 5_000 }),
    ),
    { maxLength: 8 },
  )
  .map((entries) => new Map(entries));

const identity = await newIdentity(passphrase, cheap);
const other = await newIdentity(passphrase, cheap);
const seal = (values: ReadonlyMap<string, string>) => sealSecrets(values, identity);
const sorted = (values: ReadonlyMap<string, string> | null) =>
  values && [...values].toSorted(([one], [other]) => (one < other ? -1 : 1));

describe('the document', () => {
  test('reads back any secrets under any names, open and encrypted', async () => {
    await fc.assert(
      fc.asyncProperty(secrets, secrets, async (open, sealed) => {
        const read = parseVault(vaultText({ open, sealed: await seal(sealed) }));
        expect(sorted(read!.open)).toEqual(sorted(open));
        expect(sorted(await openSecrets(read!.sealed!, identity))).toEqual(sorted(sealed));
      }),
    );
  });

  test('refuses anything that is not a vault', () => {
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

  test.each([
    ['of a newer version', { version: 2 }],
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

describe('the seal', async () => {
  const sealed = await seal(new Map([['tokens/a', 'a secret of its own']]));

  test('reveals nothing of its contents, and differs each time', async () => {
    expect(Buffer.from(armor.decode(sealed.document)).toString('latin1')).not.toContain('secret of its own');
    expect((await seal(new Map([['tokens/a', 'a secret of its own']]))).document).not.toBe(sealed.document);
  });

  test('does not reveal the recipient, which only the passphrase unlocks', () => {
    expect(JSON.stringify(sealed)).not.toContain(identity.recipient);
    for (const text of [sealed.identity, sealed.document])
      expect(Buffer.from(armor.decode(text)).toString('latin1')).not.toContain(identity.recipient);
  });

  test('refuses a document for another identity with the same passphrase', async () => {
    const foreign = await sealSecrets(new Map([['tokens/a', 'planted']]), other);
    expect(await openSecrets({ ...foreign, identity: sealed.identity }, identity)).toBeNull();
  });

  test('opens with the passphrase however its letters are composed, and with no other', async () => {
    const composed = await newIdentity('k\u00FChle Landung', cheap);
    expect(await openIdentity('ku\u0308hle Landung', composed.sealed)).toEqual(composed);
    for (const wrong of ['kuhle Landung', 'k\u00FChle landung', 'k\u00FChle Landung ', ''])
      expect(await openIdentity(wrong, composed.sealed)).toBe('wrong');
  });

  test('refuses a header that demands too much memory before computing anything', async () => {
    const text = Buffer.from(armor.decode(sealed.identity))
      .toString('latin1')
      .replace(/(scrypt \S+) 7/, '$1 21');
    expect(await openIdentity(passphrase, armor.encode(Buffer.from(text, 'latin1')))).toBe('damaged');
  });
});
