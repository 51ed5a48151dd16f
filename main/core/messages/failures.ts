// Every expected failure: its kind, its message of the catalogue, and the required action. One entry for each case.
import {
  connectivityFailureKinds,
  serviceFailureKinds,
  type ConnectionErrorKind,
  type Failure,
  type FailureKind,
} from '../../contract/failure.ts';
import type { SecretMode } from '../../contract/settings.ts';
import type { ProfileKind } from '../../contract/state.ts';
import type { MessageParams } from '../../messages/message-params.ts';
import { message, type Message, type Name } from '../../messages/message.ts';
import { isInferred } from '../../contract/evidence.ts';

export const connectivityFailures: ReadonlySet<FailureKind> = new Set(connectivityFailureKinds);
export const serviceFailures: ReadonlySet<FailureKind> = new Set(serviceFailureKinds);

/** Why a file is not a report. `format`: its format, such as GIF. */
export type ImageFault =
  | { readonly reason: 'empty' | 'noExtension' | 'otherExtension' | 'appImage' | null }
  | { readonly reason: 'otherFormat'; readonly extension: string; readonly format: string }
  /** `fitting`: the extension of its format. */
  | { readonly reason: 'rename'; readonly extension: string; readonly format: string; readonly fitting: string }
  /** `pixels`: not all rows can be decoded. */
  | { readonly reason: 'damaged' | 'pixels' | 'colourFormat' | 'rareJpeg'; readonly format: string };

/** Whether there was any answer: codes of an answer begin with its status. */
const lostBy = (code: string | undefined) => (code?.startsWith('HTTP ') ? 'unclear' : null);

/** Whose answer was expected: its name, and the configured issuer. */
type IssuerKnown = { readonly name: Name; readonly issuer: string; readonly kind: ProfileKind };

const failure = (
  kind: FailureKind,
  text: Message,
  more: Omit<Failure, 'kind' | 'message' | 'code'> & { readonly code?: string | undefined } = {},
): Failure => {
  const { code, ...others } = more;
  return { kind, message: text, ...others, ...(code && { code }) };
};

export const failures = {
  // connection
  offline: () => failure('offline', message('failure.offline')),
  serviceUnreachable: (service: Name, code?: string) =>
    failure('service-unreachable', message('failure.serviceUnreachable', { service }), { code }),
  nameNotFound: (service: Name, code: string) =>
    failure('name-not-found', message('failure.nameNotFound', { service }), { code }),
  connectionNotTrusted: (service: Name, code: string) =>
    failure('connection-not-trusted', message('failure.connectionNotTrusted', { service }), { code }),
  captivePortal: (service: Name, code: string) =>
    failure('captive-portal', message('failure.captivePortal', { service }), { code }),
  proxyError: (service: Name, code: string) =>
    failure('proxy-error', message('failure.proxyError', { service }), { code }),
  serviceError: (service: Name, code: string) =>
    failure('service-error', message('failure.serviceError', { service }), { code }),
  answerNotUnderstood: (service: Name, code: string) =>
    failure('answer-not-understood', message('failure.answerNotUnderstood', { service }), { code }),

  // limits
  tooFast: (retryAt: number) => failure('too-fast', message('failure.tooFast'), { code: 'too_fast', retryAt }),
  rateLimited: (retryAt: number, code = 'rate_limit_exceeded') =>
    failure('rate-limited', message('failure.rateLimited'), { code, retryAt }),

  // sign-in
  signInNeeded: () => failure('sign-in-needed', message('failure.signInNeeded'), { requiredAction: 'sign-in' }),
  signInEnded: (code?: string) =>
    failure('sign-in-needed', message('failure.signInEnded'), { requiredAction: 'sign-in', code }),
  signInLost: () => failure('sign-in-needed', message('failure.signInLost'), { requiredAction: 'sign-in' }),
  refreshOutcomeUnknown: (until: number) =>
    failure('service-unreachable', message('failure.refreshOutcomeUnknown'), { retryAt: until }),
  /** The access token has expired, and the last attempt waits until the previous one has certainly ended. */
  refreshResting: () => failure('service-unreachable', message('failure.refreshResting')),
  consentRefused: (code: string) =>
    failure('consent-refused', message('failure.consentRefused'), { requiredAction: 'sign-in', code }),
  signInRefused: (service: Name, code: string) =>
    failure('sign-in-refused', message('failure.signInRefused', { service }), { requiredAction: 'sign-in', code }),
  signInAnswerStale: (service: Name, code: string) =>
    failure('sign-in-refused', message('failure.signInAnswerStale', { service }), { requiredAction: 'sign-in', code }),
  scopesRefused: (service: Name, code: string) =>
    failure('sign-in-refused', message('failure.scopesRefused', { service }), { requiredAction: 'settings', code }),
  signInServiceError: (service: Name, code: string) =>
    failure('service-error', message('failure.signInServiceError', { service }), { requiredAction: 'sign-in', code }),
  signInCancelled: () =>
    failure('sign-in-cancelled', message('failure.signInCancelled'), { requiredAction: 'sign-in' }),
  signInSuperseded: () =>
    failure('sign-in-superseded', message('failure.signInSuperseded'), { requiredAction: 'sign-in' }),
  signInTimedOut: (minutes: number) =>
    failure('sign-in-expired', message('failure.signInTimedOut', { minutes }), { requiredAction: 'sign-in' }),
  otherPilotAgreed: (expected: string | null, agreed: string | null) =>
    failure(
      'other-pilot',
      message('failure.otherPilotAgreed', {
        known: expected ? (agreed ? 'both' : 'expected') : agreed ? 'agreed' : null,
        expected: expected ?? '',
        agreed: agreed ?? '',
      }),
      { requiredAction: 'sign-in' },
    ),
  signInUnanswered: (service: Name, code: string) =>
    failure('service-unreachable', message('failure.signInUnanswered', { service }), {
      requiredAction: 'sign-in',
      code,
    }),
  nothingAnswers: (address: string, code: string) =>
    failure('service-unreachable', message('failure.nothingAnswers', { address }), {
      requiredAction: 'sign-in',
      code,
    }),
  signInNotUnderstood: (service: Name, code: string) =>
    failure('answer-not-understood', message('failure.signInNotUnderstood', { service }), {
      requiredAction: 'sign-in',
      code,
    }),
  signInTokenUnusable: (service: Name, code: string) =>
    failure('answer-not-understood', message('failure.signInTokenUnusable', { service }), {
      requiredAction: 'sign-in',
      code,
    }),
  refreshedTokenUnusable: (service: Name, code: string) =>
    failure('answer-not-understood', message('failure.refreshedTokenUnusable', { service }), { code }),
  storedSignInUnreadable: () =>
    failure('data-unreadable', message('failure.storedSignInUnreadable'), { requiredAction: 'sign-in' }),
  signInAnswerWrong: () =>
    failure('sign-in-broken', message('failure.signInAnswerWrong'), { requiredAction: 'sign-in' }),
  issuerUnexpected: ({ name, issuer, kind }: IssuerKnown) => {
    const isOwn = kind === 'service';
    return failure(
      'sign-in-broken',
      message('failure.issuerUnexpected', { kind: isOwn ? 'service' : null, service: name, issuer }),
      { requiredAction: isOwn ? 'settings' : 'sign-in' },
    );
  },
  pastedAddressWrong: () => failure('wrong-input', message('failure.pastedAddressWrong')),
  pastedAddressOfOther: () => failure('wrong-input', message('failure.pastedAddressOfOther')),
  noSignInProgress: () => failure('not-now', message('failure.noSignInProgress')),
  loopbackUnavailable: (port: number, code?: string) =>
    failure('sign-in-broken', loopbackMessage(port, code), {
      requiredAction: port === 0 ? 'sign-in' : 'settings',
      code,
    }),
  scopeMissing: (scope: string) =>
    failure('scope-missing', message('failure.scopeMissing'), {
      requiredAction: 'new-consent',
      code: `insufficient_scope: ${scope}`,
    }),
  writeNotEnabled: () =>
    failure('write-not-enabled', message('failure.writeNotEnabled'), {
      requiredAction: 'subscription',
      code: 'write_not_enabled',
    }),
  applicationRefused: (code: string, mode: SecretMode = 'own-application') =>
    failure('application-refused', message('failure.applicationRefused', { mode: modeOf(mode) }), {
      requiredAction: 'settings',
      code,
    }),
  notPermitted: (code: string) => failure('not-permitted', message('failure.notPermitted'), { code }),
  keychainUnavailable: (code?: string) =>
    failure('keychain-unavailable', message('failure.keychainUnavailable'), { code }),
  vaultUnreadable: (path: string) =>
    failure('data-unreadable', message('failure.vaultUnreadable', { path }), { requiredAction: 'sign-in' }),
  vaultUnavailable: (path: string, code: string) =>
    failure('keychain-unavailable', message('failure.vaultUnavailable', { path }), { code }),
  vaultLocked: () => failure('vault-locked', message('failure.vaultLocked'), { requiredAction: 'passphrase' }),
  vaultWithoutPassphrase: () =>
    failure('vault-locked', message('failure.vaultWithoutPassphrase'), { requiredAction: 'passphrase' }),
  vaultOpenNotUsed: (path: string) => failure('data-unreadable', message('failure.vaultOpenNotUsed', { path })),
  vaultPassphraseWrong: () => failure('wrong-input', message('failure.vaultPassphraseWrong')),
  vaultPassphraseShort: (least: number) => failure('wrong-input', message('failure.vaultPassphraseShort', { least })),
  secretsInMemory: () =>
    failure('keychain-unavailable', message('failure.secretsInMemory'), { requiredAction: 'settings' }),
  secretsInOpenVault: (path: string) =>
    failure('keychain-unavailable', message('failure.secretsInOpenVault', { path }), { requiredAction: 'settings' }),
  anotherWorks: () => failure('not-now', message('failure.anotherWorks')),
  noBrowser: () => failure('not-supported-here', message('failure.noBrowser')),
  browserNotOpened: () => failure('not-supported-here', message('failure.browserNotOpened')),
  noFlightPage: () => failure('not-supported-here', message('failure.noFlightPage')),
  pageNotOpened: () => failure('not-supported-here', message('failure.pageNotOpened')),
  noSampleFlights: () => failure('not-supported-here', message('failure.noSampleFlights')),
  noConsole: () => failure('not-supported-here', message('failure.noConsole')),

  // files
  notAReport: (name: string, fault: ImageFault) =>
    failure(
      'file-not-a-report',
      message('failure.notAReport', { extension: '', format: '', fitting: '', ...fault, name }),
      {
        requiredAction: 'other-file',
      },
    ),
  fileIncomplete: (name: string) =>
    failure('file-incomplete', message('failure.fileIncomplete', { name }), { requiredAction: 'other-file' }),
  fileTooLarge: (bytes: number, maxBytes: number) =>
    failure('file-too-large', message('failure.fileTooLarge', { bytes, maxBytes }), {
      requiredAction: 'other-file',
    }),
  imageNotDrawn: (bytes: number) => failure('not-supported-here', message('failure.imageNotDrawn', { bytes })),
  fileTooLargeForService: (bytes: number, code?: string) =>
    failure('file-too-large', message('failure.fileTooLargeForService', { bytes }), {
      requiredAction: 'other-file',
      code,
    }),
  fileUnreadable: (name: string, code: string) =>
    failure('file-unreadable', message('failure.fileUnreadable', { name }), { requiredAction: 'other-file', code }),
  fileIsLink: (name: string) =>
    failure('file-not-a-report', message('failure.fileIsLink', { name }), { requiredAction: 'other-file' }),
  fileIsSpecial: (name: string) =>
    failure('file-not-a-report', message('failure.fileIsSpecial', { name }), { requiredAction: 'other-file' }),
  fileNameIsNoText: (name: string) =>
    failure('file-unreadable', message('failure.fileNameIsNoText', { name }), { requiredAction: 'other-file' }),
  fileIsPlaceholder: (name: string) => failure('file-unreadable', message('failure.fileIsPlaceholder', { name })),
  fileStalled: (name: string) => failure('file-incomplete', message('failure.fileStalled', { name })),
  fileNotReadableYet: (name: string, code: string) =>
    failure('file-unreadable', message('failure.fileNotReadableYet', { name }), { code }),
  folderUnreadable: (path: string, code: string) =>
    failure('folder-unavailable', message('failure.folderUnreadable', { path }), { code }),
  fileGone: () => failure('file-gone', message('failure.fileGone'), { requiredAction: 'other-file' }),
  copyDamaged: () => failure('file-gone', message('failure.copyDamaged'), { requiredAction: 'other-file' }),
  fileRejectedByService: (code: string) =>
    failure('file-rejected-by-service', message('failure.fileRejectedByService'), {
      requiredAction: 'decision',
      code,
    }),
  /** Rejected repeatedly for an unknown reason, and looked up after each attempt: it does not exist. */
  notAcceptedByService: (code: string) =>
    failure('file-rejected-by-service', message('failure.notAcceptedByService'), {
      requiredAction: 'decision',
      code,
    }),
  editedCopy: ({ jobId, flightId }: { readonly jobId: number; readonly flightId: number | null }) =>
    failure(
      'approval-needed',
      message('failure.editedCopy', {
        known: flightId !== null,
        flight: flightId ?? '',
      }),
      { requiredAction: 'decision', otherJob: jobId },
    ),
  approvalNeeded: () => failure('approval-needed', message('failure.approvalNeeded'), { requiredAction: 'decision' }),
  /** Of a folder that holds what has hardly any text; null: that is unknown. */
  approvalForText: (lacksText: boolean | null) =>
    failure('approval-needed', message('failure.approvalForText', { seen: lacksText !== null }), {
      requiredAction: 'decision',
    }),
  notApproved: () => failure('not-approved', message('failure.notApproved')),
  declinedBefore: (name: string) => failure('not-approved', message('failure.declinedBefore', { name })),
  sentFileGone: (name: string) => failure('file-gone', message('failure.sentFileGone', { name })),
  sentFileChanged: (name: string) => failure('file-changed', message('failure.sentFileChanged', { name })),
  notMoved: (name: string, to: string, code: string) =>
    failure('disk', message('failure.notMoved', { reason: diskReason(code), name, to }), { code }),
  exportIntoDataFolder: (name: string) => failure('wrong-input', message('failure.exportIntoDataFolder', { name })),
  exportNotWritten: (name: string, code: string) =>
    failure('disk', message('failure.exportNotWritten', { name }), { code }),
  notTrashed: (name: string, code: string) => failure('disk', message('failure.notTrashed', { name }), { code }),
  noTrashHere: () => failure('not-supported-here', message('failure.noTrashHere')),
  moveIntoItself: (path: string) => failure('wrong-input', message('failure.moveIntoItself', { path })),
  /** `code` of these four: the code of the answer, if any. */
  answerLost: (lookingAgainAt: number | null, code?: string) =>
    failure('service-unreachable', message('failure.answerLost', { lost: lostBy(code) }), {
      code,
      ...(lookingAgainAt !== null && { retryAt: lookingAgainAt }),
    }),
  answerLostAndUnreadable: (code?: string) =>
    failure('service-unreachable', message('failure.answerLostAndUnreadable', { lost: lostBy(code) }), {
      code,
      requiredAction: 'decision',
    }),
  answerLostAmbiguous: (code?: string) =>
    failure('service-unreachable', message('failure.answerLostAmbiguous', { lost: lostBy(code) }), {
      code,
      requiredAction: 'decision',
    }),
  answerLostUnclear: (code?: string) =>
    failure('service-unreachable', message('failure.answerLostUnclear', { lost: lostBy(code) }), {
      code,
      requiredAction: 'decision',
    }),
  inferredWrongly: (flight: number) =>
    failure('service-unreachable', message('failure.inferredWrongly', { flight }), { requiredAction: 'decision' }),
  answerLostOfOther: (name: Name | null) =>
    failure('service-unreachable', message('failure.answerLostOfOther', named(name)), { requiredAction: 'decision' }),
  otherPilot: (name: Name | null) =>
    failure('not-now', message('failure.otherPilot', named(name)), { requiredAction: 'decision' }),

  // this computer
  disk: (code: string) =>
    failure('disk', message('failure.disk', { reason: diskReason(code) }), { requiredAction: 'free-space', code }),
  pathNotWhole: (path: string) => failure('wrong-input', message('failure.pathNotWhole', { path })),
  folderMissing: (path: string) => failure('folder-unavailable', message('failure.folderMissing', { path })),
  folderUnavailable: (path: string) => failure('folder-unavailable', message('failure.folderUnavailable', { path })),
  folderNotAFolder: (path: string) => failure('wrong-input', message('failure.folderNotAFolder', { path })),
  folderAlreadyWatched: (path: string) => failure('not-now', message('failure.folderAlreadyWatched', { path })),
  settingsFromCopy: (kept: string | null) =>
    failure('data-unreadable', message('failure.settingsFromCopy', keptAs(kept)), { requiredAction: 'settings' }),
  settingsUnreadable: (kept: string | null) =>
    failure('data-unreadable', message('failure.settingsUnreadable', keptAs(kept)), { requiredAction: 'settings' }),
  settingsNotSetAside: (path: string, code: string) =>
    failure('data-unreadable', message('failure.settingsNotSetAside', { path }), { code }),
  serviceNotWritten: (path: string, code: string) =>
    failure('disk', message('failure.serviceNotWritten', { path }), { code }),
  serviceNotStarted: (path: string, command: string) =>
    failure('unexpected', message('failure.serviceNotStarted', { path, command })),
  launchNotChanged: (code: string) => failure('not-permitted', message('failure.launchNotChanged'), { code }),
  dataFolderUnusable: (path: string, code: string) =>
    failure('data-unreadable', message('failure.dataFolderUnusable', { path }), { code }),
  /** `version`: of the data; `known`: the newest that this version reads. */
  dataFromNewerVersion: (path: string, version: number, known: number) =>
    failure('data-unreadable', message('failure.dataFromNewerVersion', { path, version, known }), {
      code: 'newer_version',
    }),
  dataFileUnusable: (path: string, code: string) =>
    failure('data-unreadable', message('failure.dataFileUnusable', { path }), { code }),
  databaseUnreadable: (path: string, code: string) =>
    failure('data-unreadable', message('failure.databaseUnreadable', { path }), { code }),
  dataDiskFull: (code: string) =>
    failure('disk', message('failure.dataDiskFull'), { requiredAction: 'free-space', code }),
  dataDiskFullAtStart: (code: string) =>
    failure('disk', message('failure.dataDiskFullAtStart'), { requiredAction: 'free-space', code }),
  dataReadOnly: (path: string, code: string) => failure('disk', message('failure.dataReadOnly', { path }), { code }),
  dataDiskError: (path: string, code: string) => failure('disk', message('failure.dataDiskError', { path }), { code }),
  dataFolderGone: (path: string) => failure('disk', message('failure.dataFolderGone', { path }), { code: 'gone' }),
  dataDamagedNow: (path: string) =>
    failure('data-unreadable', message('failure.dataDamagedNow', { path }), { code: 'damaged' }),
  dataHeld: (path: string) => failure('not-now', message('failure.dataHeld', { path }), { code: 'busy' }),
  dataBusy: (path: string) => failure('not-now', message('failure.dataBusy', { path }), { code: 'busy' }),
  dataOpenInOlder: (path: string) =>
    failure('not-now', message('failure.dataOpenInOlder', { path }), { code: 'older_version_open' }),
  worksForOther: ({ service, address }: { service: Name; address: string }) =>
    failure('not-now', message('failure.worksForOther', { service, address }), { code: 'works_for_other' }),
  /** Each report that was restored or whose outcome is unknown has a separate failure. */
  dataRescued: (rescue: { what: 'replaced' | 'settled'; copiedAt: number | null; keptIn: string | null }) => {
    const { what, copiedAt, keptIn } = rescue;
    const kept = { hasFile: keptIn !== null, kept: keptIn ?? '' };
    return failure(
      'data-unreadable',
      what === 'settled'
        ? message('failure.dataTailLost')
        : copiedAt === null
          ? message('failure.dataLost', kept)
          : message('failure.dataReplaced', { at: copiedAt, ...kept }),
      { code: 'rescued' },
    );
  },
  rescuedUnconfirmed: () =>
    failure('data-unreadable', message('failure.rescuedUnconfirmed'), { requiredAction: 'decision', code: 'rescued' }),
  rescuedUnsent: () =>
    failure('data-unreadable', message('failure.rescuedUnsent'), { requiredAction: 'decision', code: 'rescued' }),
  dataOpenToOthers: (path: string) =>
    failure('data-unreadable', message('failure.dataOpenToOthers', { path }), { code: 'open-to-others' }),
  /** `reason`: the error message of the system. */
  embeddedServiceNotStarted: (reason: string) =>
    failure('data-unreadable', message('failure.embeddedServiceNotStarted', { reason }), { code: 'embedded_service' }),

  // the command itself
  notFound: (what: MessageParams['failure.notFound']['what']) =>
    failure('not-found', message('failure.notFound', { what })),
  notNow: (why: Message) => failure('not-now', why),
  notTaught: () => failure('not-now', message('failure.notTaught')),
  wrongInput: (why: Message) => failure('wrong-input', why),
  notSupportedHere: (why: Message) => failure('not-supported-here', why),
  certificatesUnchecked: () => failure('not-supported-here', message('failure.certificatesUnchecked')),
  /** What is stored belongs to the address. `waiting`: reports that are not uploaded yet. */
  addressInUse: (address: string, count: number) =>
    failure('not-now', message('failure.addressInUse', { address, count }), { requiredAction: 'decision' }),
  notConfigured: (mode: SecretMode = 'own-application') =>
    failure('not-configured', message('failure.notConfigured', { mode: modeOf(mode) }), { requiredAction: 'settings' }),
  notChosen: () => failure('not-configured', message('failure.notChosen'), { requiredAction: 'settings' }),
  applicationSecretMissing: () =>
    failure('not-configured', message('failure.applicationSecretMissing'), { requiredAction: 'settings' }),
  noScreenshot: () => failure('not-found', message('failure.noScreenshot')),
  presetNotJson: (file: string) => failure('wrong-input', message('failure.presetNotJson', { file })),
  presetInvalid: (file: string, problem: 'missing' | 'object' | null, field: string) =>
    failure('wrong-input', message('failure.presetInvalid', { file, problem, field })),
  presetUnknownFields: (file: string, fields: readonly string[]) =>
    failure('wrong-input', message('failure.presetUnknownFields', { file, fields })),
  presetLogo: (file: string, side: number) => failure('wrong-input', message('failure.presetLogo', { file, side })),
  presetUnreadable: (file: string, code: string) =>
    failure('wrong-input', message('failure.presetUnreadable', { file }), { code }),
  noSuchProfile: (name: string, known: readonly string[]) =>
    failure('wrong-input', message('failure.noSuchProfile', { name, known })),
  cancelled: () => failure('cancelled', message('failure.cancelled')),
  unexpected: () => failure('unexpected', message('failure.unexpected')),
} as const;

const modeOf = (mode: SecretMode) => (mode === 'broker' ? 'broker' : null);
const diskReason = (code: string) => (code === 'ENOSPC' ? 'full' : null);
const named = (name: Name | null) => ({ known: Boolean(name), name: name ?? '' });
const keptAs = (kept: string | null) => ({ isKept: Boolean(kept), kept: kept ?? '' });

function loopbackMessage(port: number, code?: string): Message {
  if (port === 0) return message('failure.loopbackBlocked');
  return code === 'EACCES'
    ? message('failure.loopbackPortForbidden', { port })
    : message('failure.loopbackPortInUse', { port });
}

const byKind: Readonly<Record<ConnectionErrorKind, (service: Name, code: string) => Failure>> = {
  'no-answer': failures.serviceUnreachable,
  'name-not-found': failures.nameNotFound,
  'not-trusted': failures.connectionNotTrusted,
  proxy: failures.proxyError,
};

/** No answer came, for the reason that the connection gave. */
export const connectionFailure = (service: Name, why: ConnectionErrorKind, code: string): Failure =>
  byKind[why](service, code);

export type StatusSentence =
  | 'service-error'
  | 'timed-out'
  | 'gateway'
  | 'too-large'
  | 'wrong-kind'
  | 'request-refused'
  | 'certificate'
  | 'legal';

/** An answer with a status that the service's document does not name (service/outcomes.ts). `bytes`: of the file. */
export function answerFailure(
  service: Name,
  { code, means }: { readonly code: string; readonly means?: { readonly sentence: StatusSentence } },
  bytes: number,
): Failure {
  switch (means?.sentence) {
    case undefined:
    case 'service-error':
      return failures.serviceError(service, code);
    case 'timed-out':
      return failure('service-error', message('failure.answeredTooLate', { service }), { code });
    case 'gateway':
      return failure('service-error', message('failure.gatewayError', { service }), { code });
    case 'too-large':
      return failures.fileTooLargeForService(bytes, code);
    case 'wrong-kind':
      return failure('file-rejected-by-service', message('failure.fileKindRefused'), {
        requiredAction: 'other-file',
        code,
      });
    case 'request-refused':
      return failure('answer-not-understood', message('failure.requestRefused', { service }), { code });
    case 'certificate':
      return failure('answer-not-understood', message('failure.certificateRefused', { service }), { code });
    case 'legal':
      return failure('not-permitted', message('failure.legallyRefused', { service }), { code });
  }
}

// What is said of a report that the service has not answered for: the same words wherever it is shown.

type Report = Parameters<typeof isInferred>[0] & { readonly flightId: number | null };

/** Null if the service answered, or if it isn't uploaded at all. */
export function unansweredMessage(report: Report): Message | null {
  const { state, evidence, flightId: flight } = report;
  if (isInferred(report)) return message('explain.inferred', { flight: flight ?? 0 });
  return state === 'uploaded' && evidence === 'unknown' ? message('explain.confirmedByPilot') : null;
}
