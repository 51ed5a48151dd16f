// The stand-in must not fail silently: a missing member throws with its name, instead of being undefined.
import { EventEmitter } from 'node:events';

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
      // Methods are bound, because private fields are not to be had through a proxy; a class stays what it is.
      const isMethod = typeof member === 'function' && !Object.hasOwn(member, 'prototype');
      return isMethod ? (member.bind(object) as unknown) : member;
    },
  });
}

/** An emitter of named events only. */
export class KnownEvents extends EventEmitter {
  readonly #name: string;
  readonly #known: ReadonlySet<string>;

  constructor(name: string, known: readonly string[]) {
    super();
    this.#name = name;
    this.#known = new Set(known);
  }

  #check(event: string | symbol) {
    if (typeof event === 'string' && !this.#known.has(event) && event !== 'newListener' && event !== 'removeListener') {
      throw new Error(`The stand-in for electron has no event '${event}' of ${this.#name}`);
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
