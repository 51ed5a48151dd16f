// Finds what looks like a secret in a file that will be published: by file name, by content, and by the values that
// this machine keeps secret. Pure. Findings are named, never shown.

/** Public on purpose: they work with an emulator only (docs/emulator/quick-start.md). */
const published = new Set(['demo-secret-for-the-emulator-only', 'reader-secret-for-the-emulator-only']);

/** @type {readonly (readonly [RegExp, string])[]} */
const names = [
  [/^\.env(\..*)?$/, 'a settings file of one machine'],
  [/\.secret$/, 'a file with a secret'],
  [/^(\.npmrc|\.netrc|\.git-credentials|\.pgpass|\.htpasswd)$/, 'a file with credentials'],
  [/^id_(rsa|dsa|ecdsa|ed25519)$/, 'a private key'],
  [/\.(key|p12|pfx|jks|keystore|kdbx)$/, 'a key file'],
  [/^secrets\.vault\.json$/, 'a vault of sign-ins'],
  [/^companion\.db/, 'a database of reports'],
];

/** @type {readonly (readonly [RegExp, string])[]} */
const shapes = [
  [/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:\\n|\\r|\s)*[A-Za-z0-9+/]{40}/, 'a private key'],
  [/(?<![\w-])eyJ[\w-]{12,}\.eyJ[\w-]{8,}\.[\w-]{16,}/, 'a signed token'],
  [/(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60})/, 'a GitHub token'],
  [/(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)/, 'an npm token'],
  [/(?<![\w+/])(?:AKIA|ASIA)[0-9A-Z]{16}(?![\w+/=])/, 'an access key'],
  [/(?<!\w)(?:xox[abprs]-[\w-]{20,}|sk_live_\w{20,}|AIza[\w-]{35})(?!\w)/, 'a service key'],
  [/(?:Bearer|Basic) [A-Za-z0-9._~+/-]{24,}=*(?![A-Za-z0-9._~+/-])/, 'an Authorization header'],
];

const named =
  'client[_-]?secret|application[_-]?secret|app[_-]?secret|(?:access|refresh|id|auth|bearer)[_-]?token|code[_-]?verifier|pass(?:word|phrase|wd)|api[_-]?key|private[_-]?key|secret';
/** A name for a secret with a value: `clientSecret: "…"`, `"client_secret":"…"`, `BROKER_CLIENT_SECRET=…`. */
const literal = new RegExp(`(${named})["'\`]?\\s*[:=]\\s*(["'\`])((?:(?!\\2)[^\\\\\\s]){6,300})\\2`, 'gi');
const line = new RegExp(`^[ \\t]*(?:export )?\\w*?(${named})\\w*[ \\t]*=[ \\t]*["']?([^\\s"'#]{6,300})`, 'gim');

/** Placeholders and parameter names are not values. */
const isWord = (/** @type {string} */ text) => /^[a-z]+([_-][a-z]+)?$/i.test(text) && text.length < 24;
/** A message id can follow a secret's name and a colon: `isNew ? "window.vault.newPassphrase" : "window.vault.passphrase"`. */
const isMessageId = (/** @type {string} */ text) => /^window(\.[a-zA-Z]+)+$/.test(text);
const isPlaceholder = (/** @type {string} */ text) => /^(<.*>|\$\{.*\}|\$\w+|%\w+%|\*+|x+|\.+|…+)$/i.test(text);

/** Japanese sentences have no spaces. The text is decoded as Latin-1, in which kana and Han have three characters. */
const isJapanese = (/** @type {string} */ text) => (text.match(/[\u00E3-\u00E9][\u0080-\u00BF]{2}/g)?.length ?? 0) > 2;

/**
 * @param {string} path of the file, from the top of what is packed, with `/`
 * @param {Buffer} content
 * @param {readonly { readonly name: string, readonly value: string }[]} known secrets of this machine, with their names
 * @returns {string[]} descriptions of the findings, never the secret itself
 */
export function secretsIn(path, content, known = []) {
  const base = path.split('/').at(-1) ?? path;
  const found = names.filter(([name]) => name.test(base)).map(([, finding]) => finding);
  const text = content.toString('latin1');
  for (const [shape, finding] of shapes) if (shape.test(text)) found.push(finding);
  for (const [, name = '', , value = ''] of text.matchAll(literal)) {
    if (isSecret(value)) found.push(`a value for ${name}`);
  }
  // Lines such as `NAME=value` in shell and container settings; in a program they are code.
  if (!/\.(c|m)?js$|\.html$|\.css$/.test(base) && isText(content)) {
    for (const [, name = '', value = ''] of text.matchAll(line)) if (isSecret(value)) found.push(`a value for ${name}`);
  }
  for (const { name, value } of known) {
    if (formsOf(value).some((form) => text.includes(form))) found.push(`the value of ${name}`);
  }
  return [...new Set(found)];
}

/** @param {string} value */
function isSecret(value) {
  return ![isWord, isMessageId, isPlaceholder, isJapanese].some((is) => is(value)) && !published.has(value);
}

/** @param {Buffer} content */
const isText = (content) => !content.subarray(0, 4096).includes(0);

/**
 * Returns a value in plain text, percent-encoded, JSON-escaped, and in base64 at any offset.
 * @param {string} value
 */
function formsOf(value) {
  const bytes = Buffer.from(value, 'utf8');
  const inBase64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Leaves out characters that depend on neighbouring bytes.
    return text.slice(Math.ceil((shift * 8) / 6), -2);
  });
  const plain = bytes.toString('latin1');
  return [plain, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), ...inBase64].filter(
    (form) => form.length >= 8,
  );
}

/**
 * Returns the secrets of this machine, from its environment and the settings files in the project's root.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {readonly { readonly name: string, readonly text: string }[]} files `.env`, `*.secret` and similar
 * @returns {{ name: string, value: string }[]}
 */
export function secretsKnownHere(env, files) {
  const isNamed = /SECRET|TOKEN|PASSWORD|PASSPHRASE|API_?KEY|PRIVATE_?KEY|CREDENTIAL/i;
  const fromEnv = Object.entries(env).map(([name, value]) => ({ name, value: value?.trim() ?? '' }));
  const fromFiles = files.flatMap(({ name, text }) =>
    text.split(/\r?\n/).flatMap((one) => {
      const pair = /^\s*(?:export\s+)?(\w+)\s*=\s*["']?(.*?)["']?\s*$/.exec(one);
      if (pair) return isNamed.test(pair[1] ?? '') ? [{ name: `${pair[1]} in ${name}`, value: pair[2] ?? '' }] : [];
      return one.trim() === '' || one.startsWith('#') || name.startsWith('.env') ? [] : [{ name, value: one.trim() }];
    }),
  );
  // File names and plain words are not secrets, under any variable name.
  const isValue = (/** @type {string} */ value) =>
    value.length >= 8 && !/^[./~]|^[A-Za-z]:\\/.test(value) && !isWord(value);
  return [...fromEnv.filter(({ name }) => isNamed.test(name)), ...fromFiles].filter(
    ({ value }) => isValue(value) && !published.has(value),
  );
}
