// Modules as Node loads them, past the loader of the tests.
exports.load = (url) => import(url)
