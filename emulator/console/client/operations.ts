// The calls of the two OpenAPI descriptions, as far as the console needs them to show, to try and to make one.
import control from '../../../docs/emulator/openapi-control.json';
import service from '../../../docs/emulator/openapi-extended.json';

type Parameter = {
  readonly name: string;
  readonly isRequired: boolean;
  readonly about: string;
};

type BodyKind = 'json' | 'form' | 'upload';

export type Operation = {
  /** Its name in the description, such as `faults.add`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body: BodyKind | null;
  /** An example of a JSON body, and its schema. */
  readonly example: string;
  readonly schema: Schema;
  /** Whether a pilot’s access token is sent. */
  readonly needsPilot: boolean;
  /** It never ends, so it can’t be tried here. */
  readonly isStream: boolean;
};

/** JSON Schema. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
};

type DescribedOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
};

type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
};

const bodyKinds: Readonly<Record<string, BodyKind>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'upload',
};

const operationsOf = ({ paths }: Description): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => readOperation(method, path, described)),
  );

function readOperation(method: string, path: string, described: DescribedOperation): Operation {
  const [[type, content] = ['', {}]] = Object.entries(described.requestBody?.content ?? {});
  const body = bodyKinds[type] ?? null;
  const fields = Object.entries(body === 'json' ? {} : (content.schema?.properties ?? {}));
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    parameters: [
      ...(described.parameters ?? []).map((one) => ({
        name: one.name,
        isRequired: one.required === true,
        about: one.description ?? '',
      })),
      ...fields.map(([name, { description = '' }]) => ({
        name,
        isRequired: content.schema?.required?.includes(name) ?? false,
        about: description,
      })),
    ],
    body,
    example: body === 'json' ? JSON.stringify(content.example ?? {}, null, 2) : '',
    schema: content.schema ?? {},
    needsPilot: (described.security ?? []).some((scheme) => 'pilot' in scheme),
    isStream: 'text/event-stream' in (described.responses['200']?.content ?? {}),
  };
}

/** By the name of the description. */
export const operations = {
  control: operationsOf(control as unknown as Description),
  service: operationsOf(service as unknown as Description),
};

/**
 * Puts the values of its path into the path of a call, and returns the others.
 * @param root the URL in front of the path, without a trailing slash
 */
export function fillPath<Value>(root: string, path: string, values: Readonly<Record<string, Value>>) {
  const others = new Map(Object.entries(values));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(others.get(name));
    others.delete(name);
    return encodeURIComponent(value);
  });
  return { url: root + filled, others: [...others] };
}
