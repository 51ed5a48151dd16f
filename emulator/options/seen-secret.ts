// A secret that went over the wire, as passed to `onSecret`.

export type SeenSecret = {
  kind: (typeof inForms)[number] | 'cookie' | 'control_token' | 'page_key';
  value: string;
};

export const inForms = [
  'code',
  'access_token',
  'refresh_token',
  'client_secret',
  'code_verifier',
  'state',
  'form_token',
] as const;
