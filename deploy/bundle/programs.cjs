// What the bundle holds: programs by their names, each of which runs when it is asked for.
exports.pennon = () => require('../../dist/apps/cli/src/main.js');
exports.writer = () => require('../../dist/apps/writer/src/main.js');
exports.reader = () => require('../../dist/apps/reader/src/main.js');
