/** Thrown by within(). */
export class TooLate extends Error {}

/** Settles like `work`, or rejects with TooLate after `milliseconds`. Does not end the work. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new TooLate(`no answer within ${milliseconds} ms`));
    // In a busy process the timer may fire before an answer that has already arrived is read; setImmediate reads it
    // first.
    const timer = setTimeout(() => setImmediate(fail), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
