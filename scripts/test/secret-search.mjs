// What looks like a secret in a file that is to be given to everybody: by the file's name, by what is written in it, and
// by the values that this very machine keeps secret. Pure. What is found is named, never shown.

/** Published on purpose: they open nothing but an emulator (docs/emulator.md). */
const published = new Set(['demo-secret-for-the-emulator-only', 'reader-secret-for-the-emulator-only']);

/** @type {readonly (readonly [RegExp, string])[]} */
const names = [
  [/^\.env(\..*)?$/, 'a file of settings for one machine'],
  [/\.secret$/, 'a file with a secret'],
  [/^(\.npmrc|\.netrc|\.git-credentials|\.pgpass|\.htpasswd)$/, 'a file with credentials'],
  [/^id_(rsa|dsa|ecdsa|ed25519)$/, 'a private key'],
  [/\.(key|p12|pfx|jks|keystore|kdbx)$/, 'a file of keys'],
  [/^secrets\.vault\.json$/, 'a vault of sign-ins'],
  [/^companion\.db/, 'a database of reports'],
];

/** @type {readonly (readonly [RegExp, string])[]} */
const shapes = [
  [/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:\\n|\\r|\s)*[A-Za-z0-9+/]{40}/, 'a private key'],
  [/(?<![\w-])eyJ[\w-]{12,}\.eyJ[\w-]{8,}\.[\w-]{16,}/, 'a signed token'],
  [/(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60})/, 'a token of GitHub'],
  [/(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)/, 'a token of npm'],
  [/(?<![\w+/])(?:AKIA|ASIA)[0-9A-Z]{16}(?![\w+/=])/, 'an access key'],
  [/(?<!\w)(?:xox[abprs]-[\w-]{20,}|sk_live_\w{20,}|AIza[\w-]{35})(?!\w)/, 'a key of a service'],
  [/(?:Bearer|Basic) [A-Za-z0-9._~+/-]{24,}=*(?![A-Za-z0-9._~+/-])/, 'an Authorization header'],
];

const named =
  'client[_-]?secret|application[_-]?secret|app[_-]?secret|(?:access|refresh|id|auth|bearer)[_-]?token|code[_-]?verifier|pass(?:word|phrase|wd)|api[_-]?key|private[_-]?key|secret';
/** A name that says secret, and a text for it: `clientSecret: "…"`, `"client_secret":"…"`, `BROKER_CLIENT_SECRET=…`. */
const literal = new RegExp(`(${named})["'\`]?\\s*[:=]\\s*(["'\`])((?:(?!\\2)[^\\\\\\s]){6,300})\\2`, 'gi');
const line = new RegExp(`^[ \\t]*(?:export )?\\w*?(${named})\\w*[ \\t]*=[ \\t]*["']?([^\\s"'#]{6,300})`, 'gim');

/** Words and names of parameters stand for a value; they are none. */
const isWord = (/** @type {string} */ text) => /^[a-z]+([_-][a-z]+)?$/i.test(text) && text.length < 24;
const isPlaceholder = (/** @type {string} */ text) => /^(<.*>|\$\{.*\}|\$\w+|%\w+%|\*+|x+|\.+|…+)$/i.test(text);

/**
 * @param {string} path of the file, from the top of what is packed, with `/`
 * @param {Buffer} content
 * @param {readonly { readonly name: string, readonly value: string }[]} known secrets of this machine, by what they are called here
 * @returns {string[]} what was found, in words; never the secret itself
 */
export function secretsIn(path, content, known = []) {
  const base = path.split('/').at(-1) ?? path;
  const found = names.filter(([name]) => name.test(base)).map(([, words]) => words);
  const text = content.toString('latin1');
  for (const [shape, words] of shapes) if (shape.test(text)) found.push(words);
  for (const [, name = '', , value = ''] of text.matchAll(literal)) {
    if (isSecret(value)) found.push(`a value for ${name}`);
  }
  // Settings of a shell or a container; in a program such a line is code.
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
  return !published.has(value) && !isWord(value) && !isPlaceholder(value);
}

/** @param {Buffer} content */
const isText = (content) => !content.subarray(0, 4096).includes(0);

/**
 * As it is, as in an address, as in JSON, and as in base64 wherever it begins in there.
 * @param {string} value
 */
function formsOf(value) {
  const bytes = Buffer.from(value, 'utf8');
  const inBase64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // What the bytes around it have a part in is left out.
    return text.slice(Math.ceil((shift * 8) / 6), -2);
  });
  const plain = bytes.toString('latin1');
  return [plain, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), ...inBase64].filter(
    (form) => form.length >= 8,
  );
}

/**
 * What a machine keeps secret, as far as its environment and the files of settings at the top of the project say.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {readonly { readonly name: string, readonly text: string }[]} files `.env`, `*.secret` and their like
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
  // Names of files and plain words are no secrets, whatever the variable is called.
  const isValue = (/** @type {string} */ value) =>
    value.length >= 8 && !/^[./~]|^[A-Za-z]:\\/.test(value) && !isWord(value);
  return [...fromEnv.filter(({ name }) => isNamed.test(name)), ...fromFiles].filter(
    ({ value }) => isValue(value) && !published.has(value),
  );
}
