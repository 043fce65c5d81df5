/** Types of the message catalogue. */

export type Lang = 'pt-BR' | 'en';

export interface Plural {
  readonly one: string;
  readonly other: string;
}
export type Message = string | Plural;
export type Messages = Readonly<Record<string, Message>>;

/** What a translation must hold: the same keys, plural where the original is plural. */
export type Translation<T extends Messages> = { readonly [K in keyof T]: T[K] extends string ? string : Plural };

/** The names between braces. */
type Names<S extends string> = S extends `${string}{${infer N}}${infer R}` ? N | Names<R> : never;

export type ParamsOf<M> = M extends string
  ? Names<M>
  : M extends { readonly one: infer A extends string; readonly other: infer B extends string }
    ? Names<A> | Names<B> | 'count'
    : never;

export type Value = string | number;
export type Args<M> = [ParamsOf<M>] extends [never] ? [] : [params: Readonly<Record<ParamsOf<M>, Value>>];
