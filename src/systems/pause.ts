/**
 * Lets waiting messages in, so that a cancel is heard and progress is seen. A message, not a timer: timers are
 * slowed to one a second in a hidden tab.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
