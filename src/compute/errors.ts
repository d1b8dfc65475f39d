import { transferHandlers, type TransferHandler } from 'comlink';
import { Cancelled, Failure } from '../failure.ts';

/** An error as it crosses the boundary: prototypes do not survive a structured clone, so its kind is spelled out. */
interface WireError {
  name: string;
  message: string;
  stack?: string;
  failure?: { code: string; what: string; nextStep: string };
  cause?: WireError;
}

export function toWire(error: unknown): WireError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const wire: WireError = { name: error.name, message: error.message };
  if (error.stack !== undefined) wire.stack = error.stack;
  if (error instanceof Failure) {
    wire.failure = { code: error.code, what: error.what, nextStep: error.nextStep };
  }
  if (error.cause !== undefined) wire.cause = toWire(error.cause);
  return wire;
}

export function fromWire(wire: WireError): Error {
  const options = wire.cause ? { cause: fromWire(wire.cause) } : undefined;
  let error: Error;
  if (wire.failure) {
    error = new Failure(wire.failure.code, wire.failure.what, wire.failure.nextStep, options);
  } else if (wire.name === 'Cancelled') {
    error = new Cancelled();
    error.message = wire.message;
  } else {
    error = new Error(wire.message, options);
    error.name = wire.name;
  }
  if (wire.stack !== undefined) error.stack = wire.stack;
  return error;
}

/** Called on both sides: thrown errors arrive as what they were, `Failure` and `Cancelled` included. */
export function keepErrorKinds(): void {
  const own = transferHandlers.get('throw')!;
  const handler: TransferHandler<{ value: unknown }, WireError> = {
    canHandle: own.canHandle as TransferHandler<{ value: unknown }, WireError>['canHandle'],
    serialize: ({ value }) => [toWire(value), []],
    deserialize: (wire) => {
      throw fromWire(wire);
    },
  };
  transferHandlers.set('throw', handler);
}
