import type { GenericSchema, InferOutput } from 'valibot';
import type { Call } from '../../contract/wire/call';
import type { RequestContext } from './context';

type Calls<Contract> = {
  [Name in keyof Contract as Contract[Name] extends Call ? Name : never]: Contract[Name];
};

/** One rule table and one handler per call of a contract file. A missing handler, or one with the wrong answer, does not compile. */
export interface CallGroup<C, R> {
  calls: C;
  rules: { [Name in keyof Calls<C>]: Name extends keyof R ? R[Name] : GenericSchema };
  handlers: Handlers<C, R>;
}

export type Handlers<C, R> = {
  [Name in keyof Calls<C>]: Calls<C>[Name] extends Call<unknown, infer O>
    ? (
        input: Name extends keyof R ? (R[Name] extends GenericSchema ? InferOutput<R[Name]> : never) : never,
        ctx: RequestContext,
      ) => Promise<O>
    : never;
};
