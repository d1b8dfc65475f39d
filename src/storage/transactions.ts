import type { IDBPTransaction, StoreNames } from 'idb';
import type { PlaygroundDatabase, PlaygroundSchema } from './database.ts';

type Name = StoreNames<PlaygroundSchema>;

/** The error a promise ended with, or null: a promise that can be awaited late without "unhandled rejection". */
export function settled(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error ?? new Error('unknown'),
  );
}

/**
 * Runs `work` in one transaction and resolves once it is committed. If anything in it fails, the transaction
 * is aborted and its end awaited, so that nothing of it is left, before this rejects with the cause.
 */
export async function write<Names extends Name[], T>(
  database: PlaygroundDatabase,
  names: Names,
  work: (transaction: IDBPTransaction<PlaygroundSchema, Names, 'readwrite'>) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction(names, 'readwrite');
  const end = settled(transaction.done);
  let value: T;
  try {
    value = await work(transaction);
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has aborted itself, as it does when a request fails.
    }
    throw cause([error, await end, transaction.error]);
  }
  const error = await end;
  if (error) throw cause([error, transaction.error]);
  return value;
}

/**
 * A full disk shows at the request, or only at the commit; the other then says "AbortError", which is a
 * consequence: the cause is the first error that is not one.
 */
function cause(errors: unknown[]): unknown {
  const named = (error: unknown) => (error as { name?: string } | null)?.name;
  return errors.find((error) => error && named(error) !== 'AbortError') ?? errors[0];
}
