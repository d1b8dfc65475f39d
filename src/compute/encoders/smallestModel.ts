/**
 * A model that only casts its input from int64 to float: the ONNX file of opset 17 with that one node. Made anew at
 * each call, because ONNX Runtime may take the bytes over.
 */
export function smallestModel(): Uint8Array {
  return Uint8Array.from(atob(FILE), (character) => character.charCodeAt(0));
}

const FILE =
  'CAgSDnN0cy1wbGF5Z3JvdW5kOkYKGgoBeBIBeRoBeSIEQ2FzdCoJCgJ0bxgBoAECEgR0aW55WhAKAXgSCwoJCAcSBQoDEgFuYhAKAXkSCwoJCAESBQoD' +
  'EgFuQgQKABAR';
