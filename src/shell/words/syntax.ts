// The syntax of shell text that may hold marks, as a text has that is read once more.
import type * as Unbash from 'unbash'
import type { Symbolic } from './marks.ts'

export type AndOr = Symbolic<Unbash.AndOr>
export type ArithmeticExpression = Symbolic<Unbash.ArithmeticExpression>
export type ArithmeticFor = Symbolic<Unbash.ArithmeticFor>
export type Assignment = Symbolic<Unbash.Assignment>
export type Case = Symbolic<Unbash.Case>
export type Command = Symbolic<Unbash.Command>
export type CommandExpansionPart = Symbolic<Unbash.CommandExpansionPart>
export type CompoundList = Symbolic<Unbash.CompoundList>
export type DoubleQuotedPart = Symbolic<Unbash.DoubleQuotedPart>
export type For = Symbolic<Unbash.For>
export type FunctionNode = Symbolic<Unbash.Function>
export type GlobPart = Symbolic<Unbash.GlobPart>
export type If = Symbolic<Unbash.If>
export type LocaleStringPart = Symbolic<Unbash.LocaleStringPart>
export type ParameterExpansionPart = Symbolic<Unbash.ParameterExpansionPart>
export type ParameterOperation = Symbolic<Unbash.ParameterOperation>
export type ParsedScript = Symbolic<Unbash.ParsedScript>
export type Pipeline = Symbolic<Unbash.Pipeline>
export type PipelineNode = Symbolic<Unbash.PipelineNode>
export type ProcessSubstitutionPart = Symbolic<Unbash.ProcessSubstitutionPart>
export type Redirect = Symbolic<Unbash.Redirect>
export type Redirected = Symbolic<Unbash.Redirected>
export type Redirection = Symbolic<Unbash.Redirection>
export type Select = Symbolic<Unbash.Select>
export type SimpleExpansionPart = Symbolic<Unbash.SimpleExpansionPart>
export type Statement = Symbolic<Unbash.Statement>
export type SyntaxNode = Symbolic<Unbash.SyntaxNode>
export type While = Symbolic<Unbash.While>
export type Word = Symbolic<Unbash.Word>
export type WordPart = Symbolic<Unbash.WordPart>
