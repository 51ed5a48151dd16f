// Makes a missing member throw with its name instead of being undefined, so that the stand-in doesn't fail silently.
import { EventEmitter } from 'node:events';
import { definitionOf, type Definition } from './definitions.ts';

/** Language and runtime look these up on any object. */
const lookedUpByTheLanguage = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'asymmetricMatch',
  '$$typeof',
]);

export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key) {
      if (typeof key === 'string' && !(key in object) && !lookedUpByTheLanguage.has(key)) {
        throw new Error(`The stand-in for electron has no ${name}.${key}`);
      }
      const member: unknown = Reflect.get(object, key, object);
      // Methods are bound, because private fields aren't accessible through a proxy. Classes are returned unchanged.
      const isMethod = typeof member === 'function' && !Object.hasOwn(member, 'prototype');
      return isMethod ? (member.bind(object) as unknown) : member;
    },
  });
}

/** An emitter of the events that Electron's type definitions have for this class or module, and of no others. */
export class KnownEvents extends EventEmitter {
  readonly #name: string;
  readonly #known: Definition['events'];

  constructor(name: string) {
    super();
    this.#name = name;
    this.#known = definitionOf(name).events;
  }

  #check(event: string | symbol) {
    if (typeof event === 'string' && !this.#known.has(event) && event !== 'newListener' && event !== 'removeListener') {
      throw new Error(`Electron has no event '${event}' of ${this.#name}`);
    }
  }

  override on(event: string | symbol, listener: (...values: never[]) => void): this {
    this.#check(event);
    return super.on(event, listener as (...values: unknown[]) => void);
  }

  override once(event: string | symbol, listener: (...values: never[]) => void): this {
    this.#check(event);
    return super.once(event, listener as (...values: unknown[]) => void);
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    this.#check(event);
    return super.emit(event, ...values);
  }
}

/** Electron's event object: whether a listener kept it from happening. */
export function preventable<T extends object>(details: T) {
  let isPrevented = false;
  return Object.assign(details, {
    preventDefault: () => void (isPrevented = true),
    get defaultPrevented() {
      return isPrevented;
    },
    isPrevented: () => isPrevented,
  });
}

type Callable = (...values: never[]) => unknown;
/**
 * What a member of Electron's module or class must be in ours, down to parameters and results. What Electron doesn't have
 * is for tests; events are checked when they are used.
 */
export type Held<Ours, Theirs> = Ours extends Theirs
  ? Ours
  : Theirs extends Callable
    ? Ours extends Callable
      ? Method<Parameters<Theirs>, Held<ReturnType<Ours>, ReturnType<Theirs>>>
      : Theirs
    : Theirs extends Promise<infer Value>
      ? Promise<Held<Awaited<Ours>, Value>>
      : Theirs extends readonly (infer Item)[]
        ? readonly Held<Ours extends readonly (infer Own)[] ? Own : never, Item>[]
        : Theirs extends object
          ? Pick<{ [K in keyof Theirs]: K extends keyof Ours ? Held<Ours[K], Theirs[K]> : never }, Shared<Ours, Theirs>>
          : Theirs;
/** As a method, so that a handler of ours may read less of an event than Electron gives it. */
type Method<Values extends unknown[], Result> = { call(...values: Values): Result }['call'];
type Shared<Ours, Theirs> = Exclude<
  keyof Ours & keyof Theirs,
  keyof EventEmitter | Exclude<keyof typeof EventEmitter, 'prototype'>
>;
