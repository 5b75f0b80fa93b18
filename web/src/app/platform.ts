/** True where shortcuts use ⌘ in place of Ctrl. */
export const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);
