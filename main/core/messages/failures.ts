// The catalogue of everything that can be expected to go wrong, in plain words: what happened,
// what the companion does about it, what the pilot can do. One entry a case; the words stand nowhere else.
import type { Failure, FailureKind } from '../../contract/failure.ts';
import type { SecretMode } from '../../contract/settings.ts';
import type { ProfileKind } from '../../contract/state.ts';
import type { ConnectionErrorKind } from '../../contract/failure.ts';

/** What stands between this computer and the service, and goes away by itself or by what the words say. */
export const connectivityFailures: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'offline',
  'service-unreachable',
  'name-not-found',
  'connection-not-trusted',
  'captive-portal',
  'proxy-error',
]);

/** Megabytes as people write them. */
export const megabytes = (bytes: number) => `${(bytes / (1024 * 1024)).toFixed(1).replace(/\.0$/, '')} MB`;

/** Whether anything was answered: codes of an answer begin with its status. */
const howLost = (code: string | undefined) =>
  code?.startsWith('HTTP ')
    ? 'The answer does not tell whether the service has this report'
    : 'The connection broke before the answer came';

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Whose answer was expected: what it is called, and the issuer that it is known by. */
type IssuerKnown = { readonly name: string; readonly issuer: string; readonly kind: ProfileKind };

export const failures = {
  // the way to the service
  offline: (): Failure => ({
    kind: 'offline',
    message: 'This computer is off line. Reports wait here and leave by themselves when the network is back.',
  }),
  serviceUnreachable: (service: string, code?: string): Failure => ({
    kind: 'service-unreachable',
    message: `${service} does not answer. Reports wait here and leave by themselves when it does.`,
    ...(code && { code }),
  }),
  nameNotFound: (service: string, code: string): Failure => ({
    kind: 'name-not-found',
    message: `This network does not know the address of ${service}. Reports wait here and leave by themselves once it does. Check the network; if it stays so, check the address in the settings.`,
    code,
  }),
  connectionNotTrusted: (service: string, code: string): Failure => ({
    kind: 'connection-not-trusted',
    message: `What answers for ${service} cannot show that it is the service, so nothing is sent to it. Check date and time of this computer; in the network of a hotel or a train, sign in to that network in your browser. Reports leave by themselves then.`,
    code,
  }),
  captivePortal: (service: string, code: string): Failure => ({
    kind: 'captive-portal',
    message: `A page of the network answers in place of ${service}, as hotels and trains have it. Open any page in your browser and sign in to the network there; reports leave by themselves then. If you are in no such network, check the address in the settings.`,
    code,
  }),
  proxyError: (service: string, code: string): Failure => ({
    kind: 'proxy-error',
    message: `The proxy of this network does not let the companion through to ${service}. Check the proxy, its name and its password in the settings of this computer. Reports wait here and leave by themselves once it does.`,
    code,
  }),
  serviceError: (service: string, code: string): Failure => ({
    kind: 'service-error',
    message: `${service} has trouble of its own just now. Reports wait here, none is lost, and leave by themselves when it is well.`,
    code,
  }),
  answerNotUnderstood: (service: string, code: string): Failure => ({
    kind: 'answer-not-understood',
    message: `${service} gave an answer that the companion does not understand. It is kept, and tried again later. If it stays so, check the address in the settings.`,
    code,
  }),

  // limits
  tooFast: (retryAt: number): Failure => ({
    kind: 'too-fast',
    message: 'The service asks for more time between two reports. This one leaves a little later, by itself.',
    code: 'too_fast',
    retryAt,
  }),
  rateLimited: (retryAt: number, code = 'rate_limit_exceeded'): Failure => ({
    kind: 'rate-limited',
    message: 'The service asks for a pause: this minute is full. Reports go on by themselves after it.',
    code,
    retryAt,
  }),

  // who we are
  signInNeeded: (): Failure => ({
    kind: 'sign-in-needed',
    message: 'Nobody is signed in. Reports are kept safe here and leave after you sign in.',
    requiredAction: 'sign-in',
  }),
  signInEnded: (code?: string): Failure => ({
    kind: 'sign-in-needed',
    message: 'The service has ended this sign-in. Reports wait, none is lost. Sign in again and they go on.',
    requiredAction: 'sign-in',
    ...(code && { code }),
  }),
  signInLost: (): Failure => ({
    kind: 'sign-in-needed',
    message:
      'The connection broke while the sign-in was being renewed, and the old one has run out since. Reports wait, none is lost. Sign in again and they go on.',
    requiredAction: 'sign-in',
  }),
  refreshOutcomeUnknown: (until: number): Failure => ({
    kind: 'service-unreachable',
    message:
      'The connection broke while the sign-in was being renewed. The companion goes on with the present one while it lasts; a new sign-in may be needed after that.',
    retryAt: until,
  }),
  /** The access token has run out, and the last try waits until the one before has certainly come to its end. */
  refreshResting: (): Failure => ({
    kind: 'service-unreachable',
    message:
      'The connection broke while the sign-in was being renewed, and the present one has run out. The companion tries once more in a moment; if that is in vain, you sign in again. Reports wait, none is lost.',
  }),
  consentRefused: (code: string): Failure => ({
    kind: 'consent-refused',
    message: 'You did not agree on the page of the service, so nothing was signed in. Begin again whenever you like.',
    requiredAction: 'sign-in',
    code,
  }),
  signInRefused: (service: string, code: string): Failure => ({
    kind: 'sign-in-refused',
    message: `${service} did not accept the sign-in. Begin again; if it stays so, check the application in the settings.`,
    requiredAction: 'sign-in',
    code,
  }),
  signInAnswerStale: (service: string, code: string): Failure => ({
    kind: 'sign-in-refused',
    message: `${service} did not take the answer of your browser: it came too late, or was used before. Nothing was signed in. Begin again.`,
    requiredAction: 'sign-in',
    code,
  }),
  scopesRefused: (service: string, code: string): Failure => ({
    kind: 'sign-in-refused',
    message: `${service} does not give everything that the companion asks for. Check the permissions in the settings of the service, then begin again.`,
    requiredAction: 'settings',
    code,
  }),
  signInServiceError: (service: string, code: string): Failure => ({
    kind: 'service-error',
    message: `${service} has trouble of its own just now, so nothing was signed in. Begin again in a while.`,
    requiredAction: 'sign-in',
    code,
  }),
  signInCancelled: (): Failure => ({
    kind: 'sign-in-cancelled',
    message: 'The sign-in was called off. Nothing was changed.',
    requiredAction: 'sign-in',
  }),
  signInSuperseded: (): Failure => ({
    kind: 'sign-in-superseded',
    message: 'A newer sign-in has taken the place of this one. Nothing was changed by it.',
    requiredAction: 'sign-in',
  }),
  signInTimedOut: (minutes: number): Failure => ({
    kind: 'sign-in-expired',
    message: `Nothing came back from the browser for ${minutes} minutes, so the sign-in was closed. Begin again whenever you like.`,
    requiredAction: 'sign-in',
  }),
  otherPilotAgreed: (expected: string | null, agreed: string | null): Failure => ({
    kind: 'other-pilot',
    message: `${agreed ?? 'Another pilot'} agreed on the page of the service, and the reports here are of ${expected ?? 'somebody else'}. Nothing was changed. Sign in again and choose ${expected ?? 'that pilot'} there; or sign in as another pilot.`,
    requiredAction: 'sign-in',
  }),
  signInUnanswered: (service: string, code: string): Failure => ({
    kind: 'service-unreachable',
    message: `${service} did not answer the sign-in, so nothing was signed in. Begin again in a moment.`,
    requiredAction: 'sign-in',
    code,
  }),
  signInNotUnderstood: (service: string, code: string): Failure => ({
    kind: 'answer-not-understood',
    message: `${service} answered the sign-in with something that the companion does not understand. Begin again; if it stays so, check the address in the settings.`,
    requiredAction: 'sign-in',
    code,
  }),
  signInTokenUnusable: (service: string, code: string): Failure => ({
    kind: 'answer-not-understood',
    message: `${service} sent a token that no request can carry, so you aren't signed in. Sign in again; if this continues, contact the service.`,
    requiredAction: 'sign-in',
    code,
  }),
  renewedTokenUnusable: (service: string, code: string): Failure => ({
    kind: 'answer-not-understood',
    message: `${service} renewed your sign-in with a token that no request can carry. The companion keeps using the current one until it expires; you may need to sign in again after that.`,
    code,
  }),
  storedSignInUnreadable: (): Failure => ({
    kind: 'data-unreadable',
    message:
      'The stored sign-in cannot be read. It is left as it is until you sign in again; reports wait, none is lost.',
    requiredAction: 'sign-in',
  }),
  signInAnswerWrong: (): Failure => ({
    kind: 'sign-in-broken',
    message: 'That answer does not belong to this sign-in, so it was not used. Begin again from here.',
    requiredAction: 'sign-in',
  }),
  /** `came`: the issuer in the answer, safe to show. */
  issuerUnexpected: ({ name, issuer, kind }: IssuerKnown, came: string): Failure => ({
    kind: 'sign-in-broken',
    message:
      `The answer to this sign-in came from the issuer ${came}, but ${name} answers as ${issuer}. Nothing was signed in. ` +
      (kind === 'service'
        ? 'If the people of your service confirm that issuer, set it in the settings of the service: Issuer, or service.issuer on the command line.'
        : 'Try again.'),
    requiredAction: kind === 'service' ? 'settings' : 'sign-in',
  }),
  pastedAddressWrong: (): Failure => ({
    kind: 'wrong-input',
    message:
      'That is not the address the browser ended on. It begins with http://127.0.0.1 and contains "code=". Copy all of it.',
  }),
  pastedAddressOfOther: (): Failure => ({
    kind: 'wrong-input',
    message:
      'That address belongs to another sign-in, so it was not used. Open the address shown here, agree there, and copy where the browser ends.',
  }),
  noSignInProgress: (): Failure => ({
    kind: 'not-now',
    message: 'No sign-in is under way. Begin one first.',
  }),
  loopbackUnavailable: (port: number, code?: string): Failure => ({
    kind: 'sign-in-broken',
    message: loopbackWords(port, code),
    requiredAction: port === 0 ? 'sign-in' : 'settings',
    ...(code && { code }),
  }),
  scopeMissing: (scope: string): Failure => ({
    kind: 'scope-missing',
    message:
      'This sign-in does not allow sending reports, so they wait here. Ask again, and agree to that on the page of the service.',
    requiredAction: 'new-consent',
    code: `insufficient_scope: ${scope}`,
  }),
  writeNotEnabled: (): Failure => ({
    kind: 'write-not-enabled',
    message:
      'The application has no write-access subscription with the service, so reports wait here. Ask whoever keeps the application about it; they leave by themselves once it has one.',
    requiredAction: 'subscription',
    code: 'write_not_enabled',
  }),
  applicationRefused: (code: string, mode: SecretMode = 'own-application'): Failure => ({
    kind: 'application-refused',
    message:
      mode === 'broker'
        ? "The service does not accept the application that the broker speaks for. Reports wait, none is lost. Check the application's id and the address of the broker in the settings; if both are right, the people who run the broker have to look."
        : "The service does not accept the application's id and secret. Reports wait, none is lost. Check both in the settings; if both are right, ask the people of the service about the application.",
    requiredAction: 'settings',
    code,
  }),
  notPermitted: (code: string): Failure => ({
    kind: 'not-permitted',
    message:
      'The service does not permit this just now and does not say why. Reports wait, and the companion asks again later.',
    code,
  }),
  keychainUnavailable: (code?: string): Failure => ({
    kind: 'keychain-unavailable',
    message:
      'The keychain of this computer did not take or give the sign-in. Unlock it and try again; until then the sign-in lives as long as this program runs.',
    ...(code && { code }),
  }),
  vaultUnreadable: (path: string): Failure => ({
    kind: 'data-unreadable',
    message: `The file vault ${path} cannot be read. It is left as it is. Move it away and sign in again, or put a good copy in its place.`,
    requiredAction: 'sign-in',
  }),
  vaultUnavailable: (path: string, code: string): Failure => ({
    kind: 'keychain-unavailable',
    message: `The file vault ${path} could not be used. Check that the data folder may be read and written; until then the sign-in lives as long as this program runs.`,
    code,
  }),
  vaultLocked: (): Failure => ({
    kind: 'vault-locked',
    message:
      'The vault with your sign-in is locked. Type its passphrase and the companion goes on; reports wait here until then.',
    requiredAction: 'passphrase',
  }),
  vaultOlder: (path: string): Failure => ({
    kind: 'vault-locked',
    message: `The vault ${path} is an older copy: it was written again since, and somebody put this one back. Its sign-ins are not used, because the service ends a sign-in whose old token comes again. If you restored it yourself, use it (in the window, or with secrets use-older); else remove all sign-ins and sign in again. Reports wait here until then.`,
    requiredAction: 'passphrase',
  }),
  vaultWithoutPassphrase: (): Failure => ({
    kind: 'vault-locked',
    message:
      'Sign-ins are to be kept in the vault, which has no passphrase yet. Choose one; until then a sign-in is kept in memory only and ends with this program.',
    requiredAction: 'passphrase',
  }),
  vaultOpenNotUsed: (path: string): Failure => ({
    kind: 'data-unreadable',
    message: `The vault ${path} holds open entries for a service whose sign-ins belong under the passphrase. They are not used, because anybody who can write the file could have put them there. A new sign-in replaces them; if they are yours, choose open-vault and then file-vault.`,
  }),
  vaultPassphraseWrong: (): Failure => ({
    kind: 'wrong-input',
    message: 'That is not the passphrase of the vault. Nothing was changed; type it again.',
  }),
  vaultPassphraseShort: (least: number): Failure => ({
    kind: 'wrong-input',
    message: `A passphrase of the vault has at least ${least} characters. Choose a longer one; a few words are easy to keep in mind.`,
  }),
  secretsInMemory: (): Failure => ({
    kind: 'keychain-unavailable',
    message:
      'There is no unlocked keychain here, so a sign-in is kept in memory only and ends with this program. Unlock the keychain and start again, or choose the vault for it in the settings.',
    requiredAction: 'settings',
  }),
  secretsInOpenVault: (path: string): Failure => ({
    kind: 'keychain-unavailable',
    message: `There is no keychain here, so sign-ins are kept in the file ${path}, as you chose. It is not encrypted: only your own user may read it, and whoever can read it can act as you.`,
    requiredAction: 'settings',
  }),
  anotherWorks: (): Failure => ({
    kind: 'not-now',
    message: 'Another Pilot Companion works on this data folder. Do it there, or close it first.',
  }),
  noBrowser: (): Failure => ({
    kind: 'not-supported-here',
    message: 'No browser opened by itself. Open the address shown here in a browser on this computer.',
  }),

  noConsole: (): Failure => ({
    kind: 'not-supported-here',
    message: 'Only the built-in service has a console here, and only in the program that runs it.',
  }),
  consoleNotOpened: (): Failure => ({
    kind: 'not-supported-here',
    message: 'The console opens in a browser, and none could be started on this computer.',
  }),

  // files
  notAReport: (name: string, why: string): Failure => ({
    kind: 'file-not-a-report',
    message: `${name} is not taken: ${why}. The service takes PNG and JPEG pictures.`,
    requiredAction: 'other-file',
  }),
  fileIncomplete: (name: string): Failure => ({
    kind: 'file-incomplete',
    message: `${name} ends in the middle of the picture, so it is not taken. Save it again and hand it over once more.`,
    requiredAction: 'other-file',
  }),
  fileTooLarge: (name: string, bytes: number, maxBytes: number): Failure => ({
    kind: 'file-too-large',
    message: `${name} has ${megabytes(bytes)}, more than the service takes (${megabytes(maxBytes)}). Hand over a smaller picture.`,
    requiredAction: 'other-file',
  }),
  imageNotDrawn: (bytes: number): Failure => ({
    kind: 'not-supported-here',
    message: `This picture has ${megabytes(bytes)}, more than the window draws. It is kept, and sent as it is.`,
  }),
  fileTooLargeForService: (name: string): Failure => ({
    kind: 'file-too-large',
    message: `The service says that ${name} is too large, though it is below the limit known here. It is kept; try again, or hand over a smaller picture.`,
    requiredAction: 'other-file',
  }),
  fileUnreadable: (name: string, code: string): Failure => ({
    kind: 'file-unreadable',
    message: `${name} cannot be read. Check that it is a file, that it is still there and that you may open it.`,
    requiredAction: 'other-file',
    code,
  }),
  fileIsLink: (name: string): Failure => ({
    kind: 'file-not-a-report',
    message: `${name} is a link to another place, and links are not followed. Put the picture itself into the folder.`,
    requiredAction: 'other-file',
  }),
  fileIsSpecial: (name: string): Failure => ({
    kind: 'file-not-a-report',
    message: `${name} is not a file, though its name looks like a picture's. It is left alone.`,
    requiredAction: 'other-file',
  }),
  fileNameIsNoText: (name: string): Failure => ({
    kind: 'file-unreadable',
    message: `${name} has a name that this system cannot read as text, so it cannot be opened. Give it another name.`,
    requiredAction: 'other-file',
  }),
  fileIsPlaceholder: (name: string): Failure => ({
    kind: 'file-unreadable',
    message: `${name} is not on this computer: the cloud keeps it. It is taken by itself once it has been downloaded.`,
  }),
  fileStalled: (name: string): Failure => ({
    kind: 'file-incomplete',
    message: `${name} ends in the middle of the picture and does not grow. It is taken by itself once it is whole; if nothing writes it any more, save it again.`,
  }),
  fileNotReadableYet: (name: string, code: string): Failure => ({
    kind: 'file-unreadable',
    message: `${name} cannot be read just now. The companion looks again by itself; check that you may open it.`,
    code,
  }),
  folderUnreadable: (path: string, code: string): Failure => ({
    kind: 'folder-unavailable',
    message: `${path} may not be read. Allow it in the settings of this computer; the companion goes on by itself then.`,
    code,
  }),
  fileGone: (name: string): Failure => ({
    kind: 'file-gone',
    message: `The companion's own copy of ${name} is no longer on the disk. Hand the picture over once more.`,
    requiredAction: 'other-file',
  }),
  copyDamaged: (name: string): Failure => ({
    kind: 'file-gone',
    message: `The companion's own copy of ${name} is damaged, and the original is no longer there or has changed. Hand the picture over once more.`,
    requiredAction: 'other-file',
  }),
  fileRefusedByService: (name: string, code: string): Failure => ({
    kind: 'file-refused-by-service',
    message: `The service does not take ${name} as a report. It is kept here; try again, or remove it.`,
    requiredAction: 'decision',
    code,
  }),
  /** Refused again and again in words that nobody knows, and looked for after each: it is not there. */
  notTakenByService: (name: string, code: string): Failure => ({
    kind: 'file-refused-by-service',
    message: `The service does not take ${name} and gives a reason that the companion does not know; what it answered stands beside this. The report is kept here; try again, or remove it.`,
    requiredAction: 'decision',
    code,
  }),
  approvalNeeded: (): Failure => ({
    kind: 'approval-needed',
    message: 'Waiting for your word: this folder asks before a picture is sent. Send it, or say that it is not sent.',
    requiredAction: 'decision',
  }),
  notApproved: (): Failure => ({
    kind: 'not-approved',
    message:
      'You said that this picture is not sent. It is kept, and the same picture is not taken from a folder again.',
  }),
  declinedBefore: (name: string): Failure => ({
    kind: 'not-approved',
    message: `${name} is the same picture as one that you said is not sent, so it is left alone. Drop it here to send it after all.`,
  }),
  sentFileGone: (name: string): Failure => ({
    kind: 'file-gone',
    message: `${name} is no longer where it was taken from, so there is nothing to put away.`,
  }),
  sentFileChanged: (name: string): Failure => ({
    kind: 'file-changed',
    message: `${name} is not the file that was sent any more, so it stays where it is.`,
  }),
  notMoved: (name: string, to: string, code: string): Failure => ({
    kind: 'disk',
    message:
      code === 'ENOSPC'
        ? `${name} was sent and stays where it is: there is no room in ${to}. The companion tries again later.`
        : `${name} was sent and stays where it is: it could not be moved to ${to}. Check that this folder may be written; the companion tries again later.`,
    code,
  }),
  notBinned: (name: string, code: string): Failure => ({
    kind: 'disk',
    message: `${name} was sent and stays where it is: the bin of this computer did not take it. The companion tries again later.`,
    code,
  }),
  noBinHere: (): Failure => ({
    kind: 'not-supported-here',
    message:
      'This program cannot use the bin of this system; the desktop app can. Sent files stay where they are meanwhile, or choose a folder to move them to.',
  }),
  moveIntoItself: (path: string): Failure => ({
    kind: 'wrong-input',
    message: `${path} is the watched folder itself. Name another one, or a name alone for a folder inside it, such as Sent.`,
  }),
  /** `code` of these four: what was answered, where something was. */
  answerLost: (lookingAgainAt: number | null, code?: string): Failure => ({
    kind: 'service-unreachable',
    message: `${howLost(code)}. The companion looks for it there before it sends it again.`,
    ...(code && { code }),
    ...(lookingAgainAt !== null && { retryAt: lookingAgainAt }),
  }),
  answerLostAndUnreadable: (code?: string): Failure => ({
    kind: 'service-unreachable',
    message: `${howLost(code)}, and the service does not let the companion look. See on its own site whether the report is there, then say so here.`,
    ...(code && { code }),
    requiredAction: 'decision',
  }),
  answerLostAmbiguous: (code?: string): Failure => ({
    kind: 'service-unreachable',
    message: `${howLost(code)}, and more than one new report there could be this one. See on the site of the service whether it is there, then say so here.`,
    ...(code && { code }),
    requiredAction: 'decision',
  }),
  answerLostUnclear: (code?: string): Failure => ({
    kind: 'service-unreachable',
    message: `${howLost(code)}, and what the service lists does not tell either. See on the site of the service whether it is there, then say so here.`,
    ...(code && { code }),
    requiredAction: 'decision',
  }),
  answerLostOfOther: (name: string | null): Failure => ({
    kind: 'service-unreachable',
    message: name
      ? `The connection broke before the answer came, and only while ${name} is signed in can the companion look. Sign in as ${name}; or see on the site of the service whether this report is there, then say so here.`
      : 'The connection broke before the answer came, and the sign-in that sent this report has ended, so the companion cannot look. See on the site of the service whether it is there, then say so here.',
    requiredAction: 'decision',
  }),
  otherPilot: (name: string | null): Failure => ({
    kind: 'not-now',
    message: name
      ? `This report is of ${name}. It leaves when ${name} is in use again; or send it as the pilot who is in use now.`
      : 'This report was taken during an earlier sign-in. Say whether to send it as the pilot who is signed in now.',
    requiredAction: 'decision',
  }),

  // this machine
  disk: (code: string): Failure => ({
    kind: 'disk',
    message:
      code === 'ENOSPC'
        ? 'The disk is full, so the report could not be kept. Free some space and hand it over again; your own file is untouched.'
        : 'The report could not be kept on the disk. Check that the data folder may be written; your own file is untouched.',
    requiredAction: 'free-space',
    code,
  }),
  folderMissing: (path: string): Failure => ({
    kind: 'folder-unavailable',
    message: `${path} is not there, so it is not watched. Check how it is written, or make the folder first.`,
  }),
  folderUnavailable: (path: string): Failure => ({
    kind: 'folder-unavailable',
    message: `${path} is not there just now. The companion goes on by itself when it is back.`,
  }),
  folderNotAFolder: (path: string): Failure => ({
    kind: 'wrong-input',
    message: `${path} is not a folder. Choose the folder that your screenshots are saved in.`,
  }),
  folderAlreadyWatched: (path: string): Failure => ({
    kind: 'not-now',
    message: `${path} is watched already.`,
  }),
  settingsFromCopy: (kept: string | null): Failure => ({
    kind: 'data-unreadable',
    message: `The settings could not be read, so the companion went back to its last good copy of them.${kept ? ` The unreadable ones are kept in ${kept}.` : ''}`,
    requiredAction: 'settings',
  }),
  settingsUnreadable: (kept: string | null): Failure => ({
    kind: 'data-unreadable',
    message: `The settings could not be read, so the companion began with fresh ones. Look through them.${kept ? ` The old ones are kept in ${kept}.` : ''}`,
    requiredAction: 'settings',
  }),
  dataDiskFull: (code: string): Failure => ({
    kind: 'disk',
    message:
      'The disk is full, so the companion cannot write down what it does and sends nothing meanwhile. Nothing is lost. Free some space; it goes on by itself.',
    requiredAction: 'free-space',
    code,
  }),
  dataDiskNearlyFull: (): Failure => ({
    kind: 'disk',
    message:
      'The disk is full. Reports in the queue still upload, but new files cannot be added. Free some space; it goes on by itself.',
    requiredAction: 'free-space',
    code: 'nearly-full',
  }),
  dataDiskFullAtStart: (code: string): Failure => ({
    kind: 'disk',
    message:
      'The disk is full, so the companion cannot open its data. Nothing is lost. Free some space, then start it again.',
    requiredAction: 'free-space',
    code,
  }),
  dataReadOnly: (path: string, code: string): Failure => ({
    kind: 'disk',
    message: `${path} may not be written, so the companion cannot write down what it does and sends nothing meanwhile. Nothing is lost. Allow writing there, or name another folder with --data-dir.`,
    code,
  }),
  dataDiskError: (path: string, code: string): Failure => ({
    kind: 'disk',
    message: `The disk does not keep what the companion writes to ${path}, so it sends nothing meanwhile. Check the disk; the companion goes on by itself.`,
    code,
  }),
  dataDamagedNow: (path: string): Failure => ({
    kind: 'data-unreadable',
    message: `${path} is damaged. Close the companion and start it again: it keeps the damaged file and rescues what can be read.`,
    code: 'damaged',
  }),
  dataBusy: (path: string): Failure => ({
    kind: 'not-now',
    message: `Another Pilot Companion keeps ${path} to itself just now. Wait a moment, or close the other one, and try again.`,
    code: 'busy',
  }),
  dataOpenInOlder: (path: string): Failure => ({
    kind: 'not-now',
    message: `An older Pilot Companion has ${path} open. Close it first; this one then brings the data up to date.`,
    code: 'older_version_open',
  }),
  dataRescued: (rescue: {
    reports: number;
    flights: number;
    restored: number;
    outcomeUnknown: number;
    unreadable: number;
    keptIn: string | null;
  }): Failure => ({
    kind: 'data-unreadable',
    message: [
      rescue.keptIn === null
        ? "The companion's data had lost its latest changes."
        : `The companion's data was damaged. Rescued: ${counted(rescue.reports, 'report')}, ${counted(rescue.flights, 'flight')}.`,
      ...(rescue.unreadable > 0 ? [`Not readable: ${counted(rescue.unreadable, 'entry', 'entries')}.`] : []),
      ...(rescue.restored > 0
        ? [`Taken again from the companion's own copies: ${counted(rescue.restored, 'report')}.`]
        : []),
      ...(rescue.outcomeUnknown > 0
        ? [
            `Of ${rescue.outcomeUnknown} it is not known whether the service has a record: nothing of that kind is sent again before it is looked up, or you have said so.`,
          ]
        : []),
      ...(rescue.keptIn === null ? [] : [`The damaged file is kept in ${rescue.keptIn}.`]),
    ].join(' '),
    code: 'rescued',
  }),
  rescuedUnconfirmed: (): Failure => ({
    kind: 'data-unreadable',
    message:
      "The companion's data was damaged, and it is not known whether this report was sent. See on the site of the service whether it is there, then say so here.",
    requiredAction: 'decision',
    code: 'rescued',
  }),
  rescuedUnsent: (): Failure => ({
    kind: 'data-unreadable',
    message:
      "The companion's data was damaged, and this picture was taken again from the companion's own copy. It was not sent yet. Try again to send it, or remove it.",
    requiredAction: 'decision',
    code: 'rescued',
  }),
  dataOpenToOthers: (folder: string): Failure => ({
    kind: 'data-unreadable',
    message: `Other users of this computer may look into ${folder}, where your reports are kept, or change what is there. Let it belong to you alone, or name another folder with --data-dir.`,
    code: 'open-to-others',
  }),
  dataUnreadable: (what: string, code: string): Failure => ({
    kind: 'data-unreadable',
    message: `${what} Nothing was changed.`,
    code,
  }),

  // the call itself
  notFound: (what: string): Failure => ({ kind: 'not-found', message: `${what} is not here (any more).` }),
  notNow: (message: string): Failure => ({ kind: 'not-now', message }),
  wrongInput: (message: string): Failure => ({ kind: 'wrong-input', message }),
  notConfigured: (mode: SecretMode = 'own-application'): Failure => ({
    kind: 'not-configured',
    message:
      mode === 'broker'
        ? "The service is not set up yet. Enter its address, the application's id and the address of its broker in the settings."
        : 'The service is not set up yet. Enter its address, and the id and secret of your application, in the settings.',
    requiredAction: 'settings',
  }),
  notChosen: (): Failure => ({
    kind: 'not-configured',
    message: 'Choose first how to begin: the built-in service, or your own.',
    requiredAction: 'settings',
  }),
  applicationSecretMissing: (): Failure => ({
    kind: 'not-configured',
    message:
      'The secret of your application is not kept here: it was not given yet, or was in memory only and ended with the program. Reports wait. Give it again in the settings, then sign in.',
    requiredAction: 'settings',
  }),
  noSuchProfile: (name: string, known: string): Failure => ({
    kind: 'wrong-input',
    message: `There is no profile "${name}": it is ${known}.`,
  }),
  notSupportedHere: (message: string): Failure => ({ kind: 'not-supported-here', message }),
  cancelled: (): Failure => ({ kind: 'cancelled', message: 'Called off. Nothing was changed.' }),
  unexpected: (): Failure => ({
    kind: 'unexpected',
    message:
      'The companion met something that it was not written for. Nothing that you handed over is lost; the log says more.',
  }),
} as const;

/** Whom the words of `otherPilotAgreed` name as having agreed: what is handed to others leaves the name out. */
export const agreedPilotIn = ({ kind, message }: Failure): string | null =>
  kind === 'other-pilot' ? (/^(.+?) agreed on the page of the service, and/.exec(message)?.[1] ?? null) : null;

function loopbackWords(port: number, code?: string): string {
  if (port === 0)
    return 'This computer does not let the companion wait for the browser. Check a firewall or security program.';
  if (code === 'EACCES')
    return `This computer does not let the companion use port ${port} for the sign-in. Choose a port above 1023 in the settings; 0 takes any free one.`;
  return `Another program uses port ${port}, which the sign-in needs. Close it, or choose another port in the settings.`;
}

const byKind: Readonly<Record<ConnectionErrorKind, (service: string, code: string) => Failure>> = {
  'no-answer': failures.serviceUnreachable,
  'name-not-found': failures.nameNotFound,
  'not-trusted': failures.connectionNotTrusted,
  proxy: failures.proxyError,
};

/** No answer came, for the reason that the connection gave. */
export const connectionFailure = (service: string, why: ConnectionErrorKind, code: string): Failure =>
  byKind[why](service, code);
