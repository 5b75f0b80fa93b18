// Sets the theme before the first paint, so that nobody sees the other one flash.
(function () {
  var theme = 'system';
  try {
    theme = JSON.parse(localStorage.getItem('pennon.preferences') || '{}').theme || theme;
  } catch (unreadable) {
    // Storage is blocked or holds something else: the system decides.
  }
  var isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
